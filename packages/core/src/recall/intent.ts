/** What kind of request a text is, as far as its form tells. */
export type IntentKind = "task" | "create" | "knowledge" | "creative" | "small-talk";

// Something of the speaker's is broken or has to be done: then a question is a task all the same.
const needsWork =
  /\b(?:my|our|fix|repair|broken|fails?|failed|failing|error|crash(?:es|ed|ing)?|exception|stuck|hangs?|cannot|can'?t|unable|won'?t|doesn'?t|does not|stops? (?:at|with|working)|refuses|rejected|denied|complain(?:s|ing)?|timed? ?out|how (?:do|can|should|would|could|to)\b|(?:can|could|would|will) (?:you|we|i)|help me|what should|best way|get .{1,40} to work|ошибка|не работает|как (?:мне|сделать|исправить)|почему|wie (?:kann|mache|soll)|comment (?:faire|puis)|cómo (?:puedo|hago)|エラー|失敗|動かない|できない|方法|报错|失败|怎么)/iu;

const work =
  "(?:poem|haiku|sonnet|limerick|song|lyrics|rap|story|tale|joke|riddle|pun|novel|essay|fairy ?tale|toast|slogan|tagline|screenplay|ballad|verse|rhyme|anecdote)s?";
const creative = new RegExp(
  String.raw`^(?:(?:please|can you|could you|would you|hey|ok)[, ]+)*(?:write|compose|tell|sing|make up|invent|draft|create|give|make|recite|improvise)\b[^.!?\n]{0,24}\b${work}\b(?! (?:import|export|page|table|form|point|board))`,
  "i",
);
const creativeElsewhere =
  /(?:напиши|сочини|расскажи)\s+(?:\p{L}+\s+){0,2}(?:стих|стихотворение|рассказ|сказку|песню|шутку|анекдот)|(?:俳句|詩|物語|歌|小説)を(?:書|作|詠)|写(?:一|首|个|篇).{0,6}(?:诗|故事|歌|笑话)|(?:schreib|erzähl)\w*\s.{0,16}(?:gedicht|witz|geschichte)|(?:écris|raconte)\w*\s.{0,16}(?:poème|blague|histoire)|(?:escribe|cuenta)\w*\s.{0,16}(?:poema|chiste|cuento)/iu;
const smallTalk =
  /^(?:hi|hello|hey|good (?:morning|evening|afternoon|night)|thanks?|thank you|bye|goodbye|how are you|who are you|what(?:'s| is) up|nice to meet you|привет|здравствуйте|спасибо|hallo|danke|bonjour|merci|hola|gracias|こんにちは|ありがとう|你好|谢谢)[\s,!.?]*(?:there|all|everyone|again|how are you|today|very much|so much)?[\s\p{P}]*(?:how are you|today)?[\s\p{P}]*(?:today)?[\s\p{P}]*$/iu;
const knowledge =
  /^(?:(?:please|can you|could you|hey|ok|so)[, ]+)*(?:what(?:'s| is| are| was| were| does| do)\b(?! (?:wrong|the (?:right|best|correct) way|i\b))|who\b|when (?:was|were|did|is)\b|which (?:is|are|of)\b|where (?:is|are|does)\b|why (?:is|are|was|were|do|does|did)\b|is\b|are\b|was\b|were\b|does\b|do\b|did\b|has\b|explain\b|describe\b|define\b|tell me (?:about|what|why|more)|summari[sz]e\b|compare\b|what means|meaning of|difference between|history of|pros and cons|recommend\b|suggest\b|should i\b)/i;
const knowledgeElsewhere =
  /^(?:что такое|кто |объясни|расскажи|когда |was (?:ist|sind|bedeutet)|erkläre?|wer |qu['’]est-ce|explique|c['’]est quoi|qué (?:es|son|significa)|explica|quién )|(?:とは(?:何|なん|$|[?？。])|について(?:説明|教え)|って何|を教えて)|^(?:什么是|解释|谁)|是什么/iu;
const create =
  /^(?:(?:please|can you|could you|i want (?:you )?to|let'?s)[, ]+)*(?:create|design|scaffold|generate|draft|invent|sketch|brainstorm|write|build|make)\b(?: me| us)?\s+(?:a|an|some)\s+(?:\p{L}+\s+){0,2}?(?:new|nice|simple|small|beautiful|modern|complete|basic|fresh|novel|\p{L}+)\b/iu;
const createNew = /\bnew\b|\bfrom scratch\b|\bscaffold\b|\bdesign\b|\bbrainstorm\b/i;

// A file or a path is somebody's own thing: a question about it is asked to have it looked at.
const namesOwnThing = /(?:^|\s)(?:[\w~.-]*\/[\w./-]+|[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5})(?=[\s,:;!?)]|\.?$)/;

/**
 * Reads the form of a request. The answer is one hint among others and forbids nothing by itself: a skill about
 * changelogs passes when a changelog is to be written, and "fix the broken logo upload" is a task like any other.
 */
export function readIntent(request: string): IntentKind {
  const text = request.trim();
  if (smallTalk.test(text)) return "small-talk";
  if (creative.test(text) || creativeElsewhere.test(text)) return "creative";
  if (needsWork.test(text) || namesOwnThing.test(text)) return "task";
  if (knowledge.test(text) || knowledgeElsewhere.test(text)) return "knowledge";
  if (create.test(text) && createNew.test(text)) return "create";
  return "task";
}
