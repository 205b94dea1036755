import type { ScanPattern } from "./scan-pattern.ts";
import { ruleGroup, type ScanRule } from "./scan-rule.ts";

/** Markup that imitates chat turns, our own fences, or hides text from a reader of the rendered page. */
export const markupRules: readonly ScanRule[] = [
  ...ruleGroup(
    {
      code: "imitated-turn",
      decision: "reject",
      detail: "imitates a chat turn or a fence",
      passage: "command",
      warnable: false,
    },
    [
      /<\|[\w ]{2,30}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>|\[\/?(?:SYSTEM|ASSISTANT|USER)\]/i,
      /<\/?\s*(?:project[_-]notes?|system(?:[_-](?:prompt|message|reminder|note))?|assistant|human|developer[_-]message|user[_-](?:message|query|info)|tool[_-](?:result|use|call)s?|function[_-](?:calls?|results?)|instructions?|important|admin|operator|notes|memory|skill|context|antml[\w:]*)\s*(?:\s[^<>]*)?\/?>/i,
      /(?:^|[\n#.!?]\s*)(?:system|developer)\s*:\s*(?=.{0,160}\b(?:you|directive|instruct\w*|message|override|overridden|requests?|approved|grant\w*|must|permissions?|mode|disabled|authoriz\w+)\b)/i,
      /(?:^|[\n#.!?]\s*|#{2,}\s*)(?:assistant|human)\s*:\s*\S/i,
      /\b(?:begin|start|end|new)(?:ning)?(?: of)?(?: the)? (?:system|operator|admin\w*|developer|assistant|user|context|notes?|document|skill|instructions?|prompt)(?: (?:message|prompt|notes?|instructions?|override|block|section))?\s*(?:[.:\]>=-]|$)(?=.*\S)/i,
      /(?:"role"|role)\s*[:=]\s*"?(?:system|developer)"?\s*,\s*"?content/i,
    ],
  ).map((rule, index) =>
    index === 4
      ? { ...rule, all: [rule.all[0] as ScanPattern, /\b(?:BEGIN|START|END|NEW)\b|[=-]{3}|\[/] }
      : rule,
  ),
  ...ruleGroup(
    {
      code: "hidden-markup",
      decision: "hold",
      detail: "hides text in markup",
      passage: "command",
      warnable: false,
    },
    [
      /<\w+[^>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d])|color\s*:\s*(?:white|transparent|#fff(?:fff)?)\b|\bhidden\b)[^>]*>\s*[^<\s]/i,
      /<(?:script|iframe|object|embed|svg|meta)\b[^>]*(?:src|onload|http-equiv|data)\s*=/i,
    ],
  ),
  ...ruleGroup(
    {
      code: "image-exfiltration",
      decision: "reject",
      detail: "sends data in the address of an image or a link",
      passage: "command",
      warnable: true,
    },
    [
      /!?\[[^\]]*\]\(\s*https?:\/\/[^)]*[?&/#=][^)]*(?:\{|\$|<|%7B|\[|base64|token|secret|conversation|history)[^)]*\)?/i,
      /<img\b[^>]*src\s*=\s*["']?https?:\/\/[^>"']*\?[^>"']*(?:\{|\$|<|%7B)/i,
    ],
  ),
];
