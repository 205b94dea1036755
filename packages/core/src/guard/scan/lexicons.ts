/** One language: stems for the classes that the English rules are made of. */
export interface Language {
  readonly ignore: string;
  /** Earlier instructions, rules, the system prompt. */
  readonly instructions: string;
  /** A negated "tell the user", or "secretly". */
  readonly secrecy: string;
  readonly send: string;
  readonly secret: string;
  readonly remove: string;
  readonly target: string;
  readonly unasked: string;
  /** "From now on you are", "act as". */
  readonly role: string;
  readonly roleWord: string;
  readonly disable: string;
  readonly guard: string;
  readonly not: string;
}

// Each entry holds stems, so that inflected forms are met; the classes are those of the English rules.
export const languages: Readonly<Record<string, Language>> = {
  es: {
    ignore:
      "ignor\\p{L}*|olvid\\p{L}*|descart\\p{L}*|omit(?:e|an|ir)(?![\\p{L}])|no (?:sigas|obedezcas|hagas caso)|haz caso omiso|anul\\p{L}*",
    instructions:
      "instruccion\\p{L}*|órdenes|directric\\p{L}*|indicacion\\p{L}*|reglas|lo que (?:te |les )?(?:dij|dig|dec)\\p{L}*|restriccion\\p{L}*|mensaje del sistema|prompt",
    secrecy:
      "(?:no|nunca|sin) (?:se lo |le |les )?(?:dig\\p{L}*|cuent\\p{L}*|mencion\\p{L}*|inform(?:es|e|ar|en)(?![\\p{L}])|avis\\p{L}*|revel\\p{L}*|notifi(?:ques|car|que)(?![\\p{L}])|decir\\p{L}*)[^.;]{0,40}(?:usuari\\p{L}*|nadie|client\\p{L}*|persona|humano|revisor\\p{L}*)|en secreto|a escondidas",
    send: "env[ií](?:a|ar|e|es|en)(?![\\p{L}])|mand(?:a|ar|e)(?![\\p{L}])|sub(?:e|ir|a)(?![\\p{L}])|copi(?:a|ar|e)(?![\\p{L}])|reenv\\p{L}*|publi(?:ca|car|que)(?![\\p{L}])|transmit(?:e|ir|a)(?![\\p{L}])",
    secret:
      "claves?|tarjetas?|contraseñas?|secretos?|credencial\\p{L}*|tokens?|\\.env|variables de entorno|base de datos|id_rsa",
    remove: "borr\\p{L}*|elimin\\p{L}*|destru\\p{L}*|vac[ií]\\p{L}*",
    target:
      "(?:datos|base de datos|entorno|servidor)[^.;]{0,20}producci\\p{L}*|producci\\p{L}*|copias de seguridad|respaldos|historial|registros?",
    unasked:
      "sin (?:pedir|preguntar|solicitar|esperar)[^.;]{0,20}|sin (?:avisar|decir nada|confirmaci\\p{L}*|aprobaci\\p{L}*|autorizaci\\p{L}*|permiso|consultar)",
    role: "(?:a partir de ahora|desde ahora|ahora) eres|actúa como|finge ser|hazte pasar",
    roleWord: "sin (?:restriccion|límit|regla|filtro)\\p{L}*|administrador|root|dan\\b|sin ninguna",
    disable: "desactiv\\p{L}*|deshabilit\\p{L}*|apag\\p{L}*|omit\\p{L}*|salt\\p{L}*|quit\\p{L}*",
    guard:
      "cortafuegos|antivirus|verificaci\\p{L}*|autenticaci\\p{L}*|certificad\\p{L}*|seguridad|pruebas|revisi\\p{L}*",
    not: "no|nunca|jamás|evit\\p{L}*|antes de|en lugar de",
  },
  pt: {
    ignore: "ignor\\p{L}*|esque[cç]\\p{L}*|desconsider\\p{L}*|descart\\p{L}*|não sig\\p{L}*",
    instructions: "instruç\\p{L}*|ordens|diretriz\\p{L}*|regras|restriç\\p{L}*|orientaç\\p{L}*|prompt",
    secrecy:
      "(?:não|nunca|sem) (?:o |a |lhe )?(?:dig\\p{L}*|cont\\p{L}*|mencion\\p{L}*|inform\\p{L}*|avis\\p{L}*|revel\\p{L}*)[^.;]{0,40}(?:usuári\\p{L}*|utilizador\\p{L}*|ninguém|client\\p{L}*)|em segredo|às escondidas",
    send: "envi(?:e|ar|a)(?![\\p{L}])|mand(?:e|ar|a)(?![\\p{L}])|carreg\\p{L}*|copi(?:e|ar|a)(?![\\p{L}])|encaminh\\p{L}*|publi(?:que|car|ca)(?![\\p{L}])",
    secret: "senhas?|chaves?|segredos?|credencia\\p{L}*|tokens?|\\.env|variáveis de ambiente|banco de dados",
    remove:
      "apag\\p{L}*|exclu(?:a|ir|i)(?![\\p{L}])|delet(?:ar|a)(?![\\p{L}])|remov(?:a|er)(?![\\p{L}])|destru(?:a|ir)(?![\\p{L}])",
    target: "produç\\p{L}*|backups?|histórico|logs?",
    unasked: "sem (?:pedir|perguntar|confirmaç\\p{L}*|aprovaç\\p{L}*|autorizaç\\p{L}*|consultar)",
    role: "(?:a partir de agora|agora) você é|aja como|finja ser",
    roleWord: "sem (?:restriç|limit|regra|filtro)\\p{L}*|administrador|root",
    disable: "desativ\\p{L}*|desabilit\\p{L}*|deslig\\p{L}*|pul(?:e|ar|a)(?![\\p{L}])",
    guard:
      "firewall|antivírus|verificaç\\p{L}*|autenticaç\\p{L}*|certificad\\p{L}*|segurança|testes|revis\\p{L}*",
    not: "não|nunca|evit\\p{L}*|antes de|em vez de",
  },
  fr: {
    ignore:
      "ignor\\p{L}*|oubli\\p{L}*|néglig\\p{L}*|fai(?:s|tes) abstraction|ne (?:suis|suivez|respecte\\p{L}*) (?:pas|plus)|ne tien\\p{L}* (?:pas|plus) compte|annul\\p{L}*",
    instructions:
      "instructions|consignes|directives|règles|ce qu[e'’][^.;]{0,24}(?:dit|demandé|écrit)|ordres|restrictions|invite système|message système|prompt",
    secrecy:
      "(?:n['’]en |ne |n['’]|sans (?:en |le )?)(?:(?:le|lui|la|les) )?(?:parl\\p{L}*|di(?:s|tes|re)|mentionn\\p{L}*|inform\\p{L}*|préven\\p{L}*|averti\\p{L}*|révél\\p{L}*|signal\\p{L}*)[^.;]{0,40}(?:utilisat\\p{L}*|personne|client\\p{L}*|relecteur\\p{L}*|humain)|en secret|en cachette|discrètement|à l['’]insu",
    send: "envo[iy]\\p{L}*|transme\\p{L}*|téléverse\\p{L}*|copi(?:e|er|ez)(?![\\p{L}])|publi(?:e|er|ez)(?![\\p{L}])|expédi\\p{L}*|post(?:ez|er) ",
    secret:
      "clés?|cartes? bancaires?|mots? de passe|secrets?|identifiants|jetons?|\\.env|variables d['’]environnement|base de données",
    remove: "supprim\\p{L}*|efface\\p{L}*|détrui\\p{L}*|vide[zr]?(?![\\p{L}])",
    target: "(?:de |en |la )?production|sauvegardes?|historique|journa(?:l|ux)",
    unasked:
      "sans (?:demander|attendre|confirmation|approbation|autorisation|validation|prévenir|consulter|vérifi\\p{L}*)",
    role: "(?:désormais|à partir de maintenant|maintenant),? tu es|vous êtes désormais|agis comme|fais semblant|joue le rôle",
    roleWord: "sans (?:aucune )?(?:restriction|limite|règle|filtre)\\p{L}*|administrateur|root",
    disable: "désactiv\\p{L}*|coupe\\p{L}*|contourn\\p{L}*|saute[zr]?(?![\\p{L}])|retire[zr]? l",
    guard: "pare-feu|antivirus|vérification\\p{L}*|authentification|certificats?|sécurité|tests|relecture",
    not: "ne|n['’]|jamais|évit\\p{L}*|avant de|au lieu de",
  },
  de: {
    ignore:
      "ignorier\\p{L}*|vergi(?:ss|ß)\\p{L}*|vergessen|missachte\\p{L}*|beachte\\p{L}*[^.;]{0,40}nicht|befolge\\p{L}*[^.;]{0,40}nicht|setz\\p{L}*[^.;]{0,40}außer kraft|verwirf\\p{L}*",
    instructions:
      "anweisung\\p{L}*|vorgaben?|richtlinien?|regeln?|was [^.;]{0,30}(?:sagt\\p{L}*|gesagt|geschrieben|verlangt)|befehle?|beschränkung\\p{L}*|systemprompt|systemnachricht|instruktion\\p{L}*",
    secrecy:
      "(?:sag\\p{L}*|erzähl\\p{L}*|teil\\p{L}*|verrat\\p{L}*|erwähn\\p{L}*|informier\\p{L}*|meld\\p{L}*|zeig\\p{L}*)[^.;]{0,50}(?:nutzer\\p{L}*|benutzer\\p{L}*|anwender\\p{L}*|niemand\\p{L}*|kund\\p{L}*|prüfer\\p{L}*)[^.;]{0,30}(?:nichts|nicht|kein\\p{L}*)|(?:ohne|nichts?|nie)[^.;]{0,40}(?:nutzer\\p{L}*|benutzer\\p{L}*|anwender\\p{L}*|kund\\p{L}*)[^.;]{0,30}(?:sagen|mitteilen|erwähnen|informieren|merk\\p{L}*)|heimlich|verschweig\\p{L}*|ohne (?:das )?wissen|(?:nutzer\\p{L}*|kund\\p{L}*|anwender\\p{L}*)[^.;]{0,40}(?:nicht|nichts|kein\\p{L}*)[^.;]{0,20}(?:erwähnt|gesagt|mitgeteilt|erfahren|gemeldet|informiert)(?![\\p{L}])",
    send: "send(?:e|en|et)(?![\\p{L}])|schick\\p{L}*|übermitt\\p{L}*|lade?\\p{L}*[^.;]{0,60}hoch|hochladen|kopier\\p{L}*|veröffentlich\\p{L}*|leite\\p{L}*[^.;]{0,60}weiter",
    secret:
      "schlüssel|kreditkarte\\p{L}*|kundendaten|passw\\p{L}*|kennw\\p{L}*|geheimnis\\p{L}*|zugangsdaten|tokens?|\\.env|umgebungsvariablen|datenbank|systemprompt",
    remove: "lösch\\p{L}*|entfern\\p{L}*|vernicht\\p{L}*|leere?\\p{L}*",
    target: "produktiv\\p{L}*|produktions?\\p{L}*|sicherung\\p{L}*|backups?|verlauf|protokoll\\p{L}*",
    unasked:
      "ohne (?:[^.;]{0,24}zu fragen|nachzufragen|rückfrage|bestätigung|freigabe|genehmigung|zustimmung|prüfung|erlaubnis)|(?:prüf\\p{L}*|kontroll\\p{L}*|freigabe\\p{L}*|bestätigung\\p{L}*|signatur\\p{L}*|zertifikat\\p{L}*|rückfrage\\p{L}*)[^.;]{0,30}(?:brauch\\p{L}*|muss\\p{L}*|müss\\p{L}*|ist|sind)[^.;]{0,16}nicht[^.;]{0,12}(?:zu |nötig|notwendig|erforderlich|prüf|kontrollier|werden)",
    role: "(?:ab jetzt|von nun an|ab sofort|nun|jetzt) bist du|du bist (?:ab jetzt|nun|jetzt)|verhalte dich wie|tu so,? als|gib dich als",
    roleWord:
      "ohne (?:jede |alle )?(?:einschränkung|grenze|regel|filter)\\p{L}*|administrator|root|uneingeschränkt\\p{L}*",
    disable:
      "deaktivier\\p{L}*|schalt\\p{L}*[^.;]{0,60}(?:aus|ab)|abschalten|ausschalten|überspring\\p{L}*|umgeh\\p{L}*",
    guard:
      "firewall|virenscanner|prüfung\\p{L}*|überprüfung|authentifizierung|zertifikat\\p{L}*|sicherheit\\p{L}*|tests?|review",
    not: "nicht|nie|niemals|kein\\p{L}*|vermeide\\p{L}*|bevor|statt",
  },
  it: {
    ignore: "ignor\\p{L}*|dimentic\\p{L}*|trascur\\p{L}*|scart\\p{L}*|non seguire",
    instructions: "istruzion\\p{L}*|ordini|direttiv\\p{L}*|regole|restrizion\\p{L}*|prompt",
    secrecy:
      "(?:non|mai|senza) (?:lo |gli |ne )?(?:dir\\p{L}*|parl\\p{L}*|menzion\\p{L}*|inform\\p{L}*|avvis\\p{L}*|rivel\\p{L}*)[^.;]{0,40}(?:utent\\p{L}*|nessuno|client\\p{L}*)|di nascosto|in segreto",
    send: "invi(?:a|are|ate)(?![\\p{L}])|mand(?:a|are|i)(?![\\p{L}])|caric\\p{L}*|copi(?:a|are)(?![\\p{L}])|inoltr\\p{L}*|pubblic\\p{L}*",
    secret: "chiav\\p{L}*|password|segret\\p{L}*|credenzial\\p{L}*|token|\\.env|variabili d['’]ambiente",
    remove: "cancell(?:a|are|i|ate)(?![\\p{L}])|elimin(?:a|are|i)(?![\\p{L}])|distrugg\\p{L}*",
    target: "produzione|backup|cronologia|registr[oi]",
    unasked: "senza (?:chiedere|attendere|conferma|approvazione|autorizzazione|verific\\p{L}*|avvisare)",
    role: "(?:da ora|d['’]ora in poi|adesso) sei|agisci come|fingi di essere",
    roleWord: "senza (?:restrizion|limit|regol|filtr)\\p{L}*|amministratore|root",
    disable: "disattiv\\p{L}*|disabilit(?:a|are)(?![\\p{L}])|salt(?:a|are)(?![\\p{L}])|aggir\\p{L}*",
    guard: "firewall|antivirus|verific\\p{L}*|autenticazione|certificat\\p{L}*|sicurezza|test|revisione",
    not: "non|mai|evit\\p{L}*|prima di|invece di",
  },
  ru: {
    ignore:
      "игнорир\\p{L}*|проигнорир\\p{L}*|забудь\\p{L}*|не обращай\\p{L}*|отбрось\\p{L}*|не следуй\\p{L}*|отмени\\p{L}*|пренебрег\\p{L}*",
    instructions:
      "инструкци\\p{L}*|указани\\p{L}*|правил\\p{L}*|ограничени\\p{L}*|директив\\p{L}*|системн\\p{L}* (?:промпт|сообщени|запрос)\\p{L}*",
    secrecy:
      "(?:не|никогда не|ничего не) (?:говор\\p{L}*|сообща\\p{L}*|сообщи\\p{L}*|упомина\\p{L}*|рассказыва\\p{L}*|раскрыва\\p{L}*|показыва\\p{L}*|уведомля\\p{L}*)[^.;]{0,40}(?:пользовател\\p{L}*|никому|клиент\\p{L}*|человек\\p{L}*)|тайно|втайне|незаметно|скрытно|скрой\\p{L}* (?:это )?от",
    send: "отправ\\p{L}*|перешли\\p{L}*|пересыла\\p{L}*|загрузи\\p{L}*|скопируй\\p{L}*|опубликуй\\p{L}*|переда(?:й|ть)\\p{L}*|вышли\\p{L}*",
    secret:
      "ключ\\p{L}*|парол\\p{L}*|секрет\\p{L}*|учётн\\p{L}*|учетн\\p{L}*|токен\\p{L}*|\\.env|переменн\\p{L}* окружения|баз\\p{L}* данных",
    remove: "удали\\p{L}*|сотри\\p{L}*|уничтож\\p{L}*|очисти\\p{L}*",
    target:
      "продакшен\\p{L}*|продуктив\\p{L}*|боев\\p{L}*|прод\\p{L}*|резервн\\p{L}* копи\\p{L}*|истори\\p{L}*|журнал\\p{L}*",
    unasked: "без (?:подтверждени|разрешени|согласи|спрос|вопрос|проверк|одобрени)\\p{L}*|не спрашива\\p{L}*",
    role: "(?:теперь|отныне|с этого момента) ты|веди себя как|притворись|действуй как|представь,? что ты",
    roleWord:
      "без (?:каких-либо |всяких )?(?:ограничени|правил|фильтр)\\p{L}*|администратор\\p{L}*|root|суперпользовател\\p{L}*",
    disable: "отключ\\p{L}*|выключ\\p{L}*|пропусти\\p{L}*|обойди\\p{L}*",
    guard:
      "файрвол\\p{L}*|брандмауэр\\p{L}*|антивирус\\p{L}*|проверк\\p{L}*|аутентификаци\\p{L}*|сертификат\\p{L}*|безопасност\\p{L}*|тест\\p{L}*",
    not: "не|никогда|нельзя|избегай\\p{L}*|прежде чем|перед",
  },
  zh: {
    ignore: "忽略|无视|忘记|忘掉|不要理会|不要遵守|不再遵守|抛弃|覆盖",
    instructions: "指令|指示|规则|命令|限制|提示词|系统提示|说明|约束|要求",
    secrecy:
      "(?:不要|别|不得|无需|不必|勿)[^。；]{0,8}(?:告诉|告知|通知|提及|透露|提醒|让)[^。；]{0,10}(?:用户|任何人|客户|别人|审核)|偷偷|秘密地|悄悄|瞒着",
    send: "发送|发到|上传|传给|发给|转发|复制到|提交到|泄露",
    secret: "密钥|密码|秘密|凭证|凭据|令牌|环境变量|\\.env|数据库|私钥",
    remove: "删除|清空|销毁|删掉|抹除",
    target: "生产|备份|历史记录|日志|全部数据|所有数据",
    unasked:
      "(?:无需|不用|不必|不要|未经|不经)[^。；]{0,4}(?:确认|询问|批准|同意|许可|授权|审核)|直接(?=删除|执行|合并|部署)",
    role: "(?:从现在起|从现在开始|现在)[^。；]{0,2}你(?:是|就是)|扮演|假装",
    roleWord: "没有(?:任何)?限制|不受限制|管理员|root|无限制",
    disable: "关闭|禁用|停用|跳过|绕过",
    guard: "防火墙|杀毒|验证|认证|证书|安全|测试|审查|检查",
    not: "(?:不要|不得|请勿|禁止|切勿|避免)[^。；]{0,6}$",
  },
  ja: {
    ignore: "無視|忘れ|従わ(?:ない|ず)|破棄|取り消",
    instructions: "指示|命令|ルール|規則|制限|プロンプト|ガイドライン|方針",
    secrecy:
      "(?:ユーザー?|利用者|誰|顧客|人)[^。；]{0,8}(?:に|には|にも|へ)[^。；]{0,10}(?:知らせ|伝え|言わ|話さ|報告し|教え|通知し|見せ)[^。；]{0,6}(?:ない|ず|なく)|こっそり|密かに|ひそかに|内緒",
    send: "送信|送っ|送る|送れ|アップロード|転送|投稿|コピーして",
    secret: "鍵|パスワード|秘密|認証情報|トークン|環境変数|\\.env|データベース|キー",
    remove: "削除|消去|破壊|消し|消す",
    target: "本番|バックアップ|履歴|ログ|すべてのデータ",
    unasked: "(?:確認|許可|承認|同意)(?:なし|を取らず|せず|を待たず|は不要|不要)|聞かずに|確認なし",
    role: "(?:これから|今から|今後)[^。；]{0,4}あなたは|ふりをし|として振る舞",
    roleWord: "制限(?:なし|のない)|無制限|管理者|root",
    disable: "無効|停止|スキップ|回避|切って|オフ",
    guard: "ファイアウォール|ウイルス|検証|認証|証明書|セキュリティ|テスト|レビュー|検査",
    not: "(?:$^)",
  },
  ko: {
    ignore: "무시|잊어|따르지 마|버려",
    instructions: "지시|명령|규칙|제한|프롬프트|지침",
    secrecy: "(?:사용자|누구|고객)(?:에게|한테)[^.]{0,14}(?:말하지|알리지|언급하지|보고하지)|몰래|비밀리에",
    send: "전송|보내|업로드|전달|복사",
    secret: "키|비밀번호|암호|비밀|자격 증명|토큰|환경 변수|\\.env|데이터베이스",
    remove: "삭제|지우|제거|파괴",
    target: "운영|프로덕션|백업|기록|로그",
    unasked: "(?:확인|승인|허락|동의) ?없이|묻지 ?않고|묻지 ?말고",
    role: "(?:지금부터|이제|이제부터) (?:너는|당신은)|역할을 맡|인 척",
    roleWord: "제한 ?없는|무제한|관리자|root",
    disable: "비활성|끄|건너뛰|우회",
    guard: "방화벽|백신|검증|인증|인증서|보안|테스트|검토",
    not: "(?:$^)",
  },
  pl: {
    ignore: "ignoruj\\p{L}*|zignoruj\\p{L}*|zapomnij\\p{L}*|pomiń\\p{L}*|nie przestrzegaj",
    instructions: "instrukcj\\p{L}*|poleceni\\p{L}*|polecen|zasad\\p{L}*|reguł\\p{L}*|ogranicze\\p{L}*",
    secrecy:
      "nie (?:mów\\p{L}*|informuj\\p{L}*|wspominaj\\p{L}*|ujawniaj\\p{L}*)[^.;]{0,30}(?:użytkownik\\p{L}*|nikomu|klient\\p{L}*)|potajemnie|po cichu",
    send: "wyślij\\p{L}*|prześlij\\p{L}*|skopiuj\\p{L}*|opublikuj\\p{L}*",
    secret: "hasł\\p{L}*|klucz\\p{L}*|sekret\\p{L}*|token\\p{L}*|\\.env|zmienn\\p{L}* środowiskow\\p{L}*",
    remove: "usuń\\p{L}*|skasuj\\p{L}*|wyczyść\\p{L}*",
    target: "produkcyjn\\p{L}*|produkcj\\p{L}*|kopi\\p{L}* zapasow\\p{L}*|histori\\p{L}*",
    unasked: "bez (?:pytania|potwierdzenia|zgody|zatwierdzenia)",
    role: "(?:od teraz|teraz) jesteś|udawaj",
    roleWord: "bez (?:żadnych )?ogranicze\\p{L}*|administrator\\p{L}*|root",
    disable: "wyłącz\\p{L}*|obejdź|pomiń",
    guard:
      "zapor\\p{L}*|antywirus\\p{L}*|weryfikacj\\p{L}*|uwierzytelniani\\p{L}*|certyfikat\\p{L}*|bezpieczeństw\\p{L}*|test\\p{L}*",
    not: "nie|nigdy|unikaj|zanim|zamiast",
  },
  nl: {
    ignore: "negeer\\p{L}*|vergeet|sla [^.;]{0,20}over",
    instructions: "instructies|opdrachten|regels|richtlijnen|beperkingen|aanwijzingen",
    secrecy:
      "(?:vertel|zeg|meld|noem)[^.;]{0,40}gebruiker[^.;]{0,20}(?:niets|niet)|(?:vertel|zeg|meld)[^.;]{0,20}niet[^.;]{0,20}gebruiker|stiekem|in het geheim",
    send: "stuur|verzend\\p{L}*|kopieer|publiceer",
    secret: "wachtwoord\\p{L}*|sleutels?|geheim\\p{L}*|tokens?|\\.env|omgevingsvariabelen",
    remove: "verwijder|wis(?![\\p{L}])|vernietig",
    target: "productie\\p{L}*|back-?ups?|geschiedenis",
    unasked: "zonder (?:te vragen|toestemming|bevestiging|goedkeuring)",
    role: "vanaf nu ben je|je bent nu|doe alsof",
    roleWord: "zonder (?:beperking|regel)\\p{L}*|beheerder|root",
    disable: "schakel[^.;]{0,50}uit|omzeil",
    guard: "firewall|virusscanner|verificatie|authenticatie|certifica\\p{L}*|beveiliging|tests?",
    not: "niet|nooit|geen|voordat|vermijd",
  },
  tr: {
    ignore: "yok say\\p{L}*|görmezden gel\\p{L}*|unut\\p{L}*|dikkate alma\\p{L}*",
    instructions: "talimat\\p{L}*|komut\\p{L}*|kural\\p{L}*|yönerge\\p{L}*|kısıtlama\\p{L}*",
    secrecy: "kullanıcıya[^.;]{0,30}(?:söyleme|bildirme|bahsetme)\\p{L}*|gizlice",
    send: "gönder\\p{L}*|yükle\\p{L}*|ilet\\p{L}*|kopyala\\p{L}*",
    secret: "şifre\\p{L}*|parola\\p{L}*|anahtar\\p{L}*|gizli\\p{L}*|belirteç\\p{L}*|\\.env",
    remove: "sil\\p{L}*|yok et\\p{L}*",
    target: "üretim\\p{L}*|yedek\\p{L}*|geçmiş\\p{L}*",
    unasked: "(?:onay|izin) (?:almadan|istemeden)|sormadan",
    role: "artık sen|şu andan itibaren",
    roleWord: "sınırsız|kısıtlama(?:sız| olmadan)|yönetici|root",
    disable: "devre dışı bırak\\p{L}*|kapat\\p{L}*|atla\\p{L}*",
    guard: "güvenlik\\p{L}*|doğrulama\\p{L}*|sertifika\\p{L}*|test\\p{L}*",
    not: "(?:$^)",
  },
  ar: {
    ignore: "تجاهل|انس|لا تتبع|اهمل",
    instructions: "التعليمات|تعليمات|الأوامر|القواعد|التوجيهات|القيود",
    secrecy: "لا تخبر|دون (?:علم|إخبار)|سرا",
    send: "أرسل|ارسل|ارفع|انسخ|انشر",
    secret: "كلمة المرور|كلمات المرور|المفاتيح|مفتاح|الأسرار|الرموز|\\.env",
    remove: "احذف|امسح|دمر",
    target: "الإنتاج|النسخ الاحتياطية|السجل",
    unasked: "دون (?:تأكيد|إذن|موافقة|سؤال)|بدون (?:تأكيد|إذن|موافقة)",
    role: "أنت الآن|من الآن فصاعدا",
    roleWord: "بلا قيود|دون قيود|بدون قيود|مدير",
    disable: "عطل|أوقف|تخط",
    guard: "الأمان|التحقق|الشهادات|الاختبارات|جدار الحماية",
    not: "(?:$^)",
  },
};
