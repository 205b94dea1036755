const list = (text: string): readonly string[] => text.trim().split(/\s+/);

// Function words only. A word that could name a thing or an action is weighed by its rarity instead.
const english = list(`
  a an the this that these those some any each every either neither both all no not nor and or but if then else
  than so as at by for from in into of off on onto out over to under up upon via with within without about
  above after again against along among around because before behind below between beyond during until while
  i me my mine we us our ours you your yours he him his she her it its they them their theirs who whom whose
  which what when where why how am is are was were be been being do does did doing done have has had having
  can could may might must shall should will would ought cannot let lets just only also too very more most
  much many few own same such other another here there now ever never still yet please thanks thank hi hello
  hey ok okay yes etc eg ie e.g i.e im ive dont doesnt didnt isnt arent wasnt werent cant couldnt wont
  wouldnt shouldnt havent hasnt hadnt thats whats theres heres youre were theyre don doesn didn isn
  aren wasn weren couldn won wouldn shouldn haven hasn hadn one ones tell bit really need needs
  needed want wants wanted like get gets got getting keep keeps try tries tried trying https www`);
const german = list(`
  der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ist sind war waren
  wird werden wurde ich du er sie es wir ihr mich mir dich dir uns euch mein meine dein deine sein ihre im am
  zum zur beim vom mit von bei nach aus auf für fur über uber unter durch gegen ohne um wie wenn dass weil als
  auch noch nur schon bitte kann können konnen muss müssen mussen soll sollte möchte mochte`);
const french = list(`
  le la les un une des du au aux et ou mais ne pas je tu il elle nous vous ils elles mon ma mes ton ta tes son
  sa ses notre votre leur ce cet cette ces que qui quoi dont où est sont été etre être avoir ai as avons avez
  ont dans sur sous avec sans pour par chez entre vers comme si plus très tres`);
const spanish = list(`
  el los las una unos unas lo y o pero no yo tú él ella nosotros ellos ellas mi mis tu tus su sus este esta
  estos estas ese esa que quien cual es son fue ser estar está esta están en con sin por para sobre entre
  hasta desde como si más mas muy del al`);
const russian = list(`
  и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне было вот от
  меня еще ещё нет о из ему теперь когда даже ну ли если уже или ни быть был него до вас нибудь вам ведь там
  потом себя ничего ей может они тут где есть надо ней для мы тебя их чем была сам чтоб без чего при это этот
  эта эти этого мой моя наш наша нужно пожалуйста можно`);
const japanese = list(`
  する した して します しました している してください ください こと もの ため よう これ それ あれ この その あの
  ある いる です ます から まで より など なる とき ない って という できる`);
const chinese = list(
  "的 了 在 是 我 你 他 她 它 和 与 或 请 把 被 这 那 一个 怎么 如何 什么 吗 呢 就 都 也 要 会 对 用 给 从 到",
);

/** Words that carry no meaning by themselves, lower case, unstemmed. */
export const stopWords: ReadonlySet<string> = new Set([
  ...english,
  ...german.filter((word) => word !== "die" && word !== "war" && word !== "am"),
  ...french.filter((word) => word !== "son" && word !== "est" && word !== "plus" && word !== "sur"),
  ...spanish,
  ...russian,
  ...japanese,
  ...chinese,
]);
