/** Two more classes for a language of `lexicons.ts`. */
export interface Deceit {
  /** A statement that all is well, or that something is impossible, made whether true or not. */
  readonly lie: string;
  /** Something of value, to whoever asks or without a check. */
  readonly gift: string;
}

export const deceits: Readonly<Record<string, Deceit>> = {
  es: {
    lie: "(?:di(?:ga|le|les|gan)?|afirm\\p{L}*|asegur\\p{L}*|informa)(?![\\p{L}])[^.;]{0,50}(?:todo (?:está|va|salió) bien|éxito|no es posible|imposible|aunque|incluso si)",
    gift: "(?:reembols\\p{L}*|descuento|devoluc\\p{L}*|pago)[^.;]{0,60}(?:cualquiera|a todos|sin (?:verificar|comprobar|revisar|recibo|prueba))",
  },
  pt: {
    lie: "(?:diga|afirme|informe|garanta)(?![\\p{L}])[^.;]{0,50}(?:tudo (?:está|correu) bem|sucesso|não é possível|impossível|mesmo (?:que|se))",
    gift: "(?:reembols\\p{L}*|descont\\p{L}*|pagament\\p{L}*)[^.;]{0,60}(?:qualquer|a todos|sem (?:verificar|conferir|checar|recibo|prova))",
  },
  fr: {
    lie: "(?:dis|dites|affirme\\p{L}*|prétend\\p{L}*|assure\\p{L}*)(?![\\p{L}])[^.;]{0,50}(?:tout va bien|réussi|succès|impossible|même si)|n['’]en parle\\p{L}* (?:pas|à personne)",
    gift: "(?:rembours\\p{L}*|remise|paiement)[^.;]{0,60}(?:quiconque|n['’]importe qui|à tous|sans (?:vérifi\\p{L}*|justificatif|preuve|contrôle))",
  },
  de: {
    lie: "(?:behaupte\\p{L}*|sag(?:e|en)?(?![\\p{L}])|schreib\\p{L}*|melde\\p{L}*|versicher\\p{L}*)[^.;]{0,60}(?:alles (?:sei|ist|wäre) (?:in ordnung|grün|gut|erledigt)|stattfand|stattgefunden|unmöglich|auch wenn|obwohl)",
    gift: "(?:erstatt\\p{L}*|rabatt|gutschrift|auszahl\\p{L}*)[^.;]{0,60}(?:jede[mnr]|allen?, die|wer auch|ohne (?:prüfung|beleg|nachweis|zu prüfen))",
  },
  it: {
    lie: "(?:di(?:ci|re|te|gli)?|afferm\\p{L}*|assicur\\p{L}*)(?![\\p{L}])[^.;]{0,50}(?:tutto (?:è|va) (?:a posto|bene)|successo|impossibile|non è possibile|anche se)",
    gift: "(?:rimbors\\p{L}*|scont\\p{L}*|pagament\\p{L}*)[^.;]{0,60}(?:chiunque|a tutti|senza (?:verific\\p{L}*|prova|controll\\p{L}*))",
  },
  ru: {
    lie: "(?:скажи\\p{L}*|сообщи\\p{L}*|утверждай\\p{L}*|заяви\\p{L}*|напиши\\p{L}*)[^.;]{0,60}(?:вс[её] (?:в порядке|хорошо|работает)|успешно|невозмож\\p{L}*|даже если)|(?:не|никогда не) (?:упоминай\\p{L}*|говори\\p{L}*|пиши\\p{L}*|сообщай\\p{L}*) об этом",
    gift: "(?:возврат|верни\\p{L}* деньги|скидк\\p{L}*|оплат\\p{L}*)[^.;]{0,60}(?:любому|всем|кому угодно|без (?:проверки|подтверждения|чека))",
  },
  zh: {
    lie: "(?:告诉|告知|声称|回复|报告|说)[^。；]{0,16}(?:一切正常|成功|通过|无法|不可能)[^。；]{0,10}(?:即使|哪怕|尽管|无论)|(?:即使|哪怕|无论|尽管)[^。；]{0,20}(?:报告|声称|说|告诉)[^。；]{0,10}(?:成功|正常|通过)",
    gift: "(?:退款|折扣|赔偿)[^。；]{0,20}(?:任何人|所有人|无需(?:验证|核实|证明))",
  },
  ja: {
    lie: "(?:失敗|エラー|問題)[^。；]{0,12}(?:ても|でも|場合も)[^。；]{0,12}(?:成功|問題なし|正常)[^。；]{0,8}(?:報告|伝え|答え|言)",
    gift: "(?:返金|割引)[^。；]{0,20}(?:誰に(?:でも)?|全員|確認せず|証明なし)",
  },
  ko: {
    lie: "(?:실패|오류|문제)[^.]{0,14}(?:라도|더라도|해도)[^.]{0,14}(?:성공|정상|통과)[^.]{0,10}(?:보고|말|알려)",
    gift: "(?:환불|할인)[^.]{0,20}(?:누구에게나|모두에게|확인 ?없이)",
  },
  pl: {
    lie: "(?:powiedz|twierdź|zgłoś|napisz)(?![\\p{L}])[^.;]{0,50}(?:wszystko (?:jest|działa)|sukces|niemożliw\\p{L}*|nawet jeśli)",
    gift: "(?:zwrot\\p{L}*|zniżk\\p{L}*)[^.;]{0,60}(?:każdemu|wszystkim|bez (?:sprawdz\\p{L}*|weryfikacji|dowodu))",
  },
  nl: {
    lie: "(?:zeg|beweer|meld|schrijf)(?![\\p{L}])[^.;]{0,50}(?:alles (?:in orde|goed)|geslaagd|gelukt|onmogelijk|niet mogelijk|ook al|zelfs als)",
    gift: "(?:terugbeta\\p{L}*|korting)[^.;]{0,60}(?:iedereen|aan wie|zonder (?:controle|bewijs|te controleren))",
  },
  tr: {
    lie: "(?:her şey|işlem)[^.;]{0,20}(?:yolunda|başarılı)[^.;]{0,20}(?:söyle|de(?![\\p{L}])|bildir)",
    gift: "(?:iade|indirim)[^.;]{0,40}(?:herkese|kontrol etmeden|kanıt olmadan)",
  },
};
