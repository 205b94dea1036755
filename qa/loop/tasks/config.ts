import { type Fields, onlyFields, Refusal, serviceWorld } from "../service-world.ts";
import { type LoopTask, serviceWay, type Values } from "./task.ts";

interface Config {
  readonly entries: Map<string, { value: unknown; revision: number }>;
  readonly flags: Map<string, unknown>;
  readonly weights: Map<string, number>;
  readonly templates: Map<string, string>;
  readonly staged: Map<string, unknown>;
  readonly live: Map<string, unknown>;
  readonly labels: Map<string, unknown>;
}

const operations: Readonly<Record<string, (state: Config, input: Fields) => unknown>> = {
  config_get(state, { path }) {
    const entry = state.entries.get(String(path));
    if (entry === undefined) throw new Refusal(`NotFound: no entry at ${String(path)}`);
    return { path, ...entry };
  },
  config_put(state, { path, value, revision, ...rest }) {
    onlyFields(rest);
    const entry = state.entries.get(String(path));
    if (entry === undefined) throw new Refusal(`NotFound: no entry at ${String(path)}`);
    if (revision === undefined)
      throw new Refusal(
        "RevisionMissing: config_put overwrites an entry only with the revision it was read at",
      );
    if (revision !== entry.revision) throw new Refusal("RevisionStale: the entry was changed meanwhile");
    entry.value = value;
    entry.revision += 1;
    return { path, ...entry };
  },
  flag_set(state, { flag, on, scope, ...rest }) {
    onlyFields(rest);
    if (scope === undefined) throw new Refusal("ScopeMissing: flag_set does not know whom the flag is for");
    if (scope !== "service" && scope !== "region") throw new Refusal(`ScopeUnknown: ${String(scope)}`);
    state.flags.set(String(flag), on);
    return { flag, on, scope };
  },
  route_weight(state, { service, weight, ...rest }) {
    onlyFields(rest);
    if (typeof weight !== "number") throw new Refusal("TypeMismatch: weight must be a number");
    if (weight > 1) throw new Refusal("OutOfRange: route_weight takes a fraction between 0 and 1 as weight");
    state.weights.set(String(service), weight);
    return { service, weight };
  },
  template_bind(state, { service, template, ...rest }) {
    onlyFields(rest);
    if (!/^tpl:\/\/[a-z]+\/[\w-]+$/.test(String(template)))
      throw new Refusal(
        "BadReference: template_bind takes a reference of the form tpl://shared/NAME, not a bare name",
      );
    state.templates.set(String(service), String(template));
    return { service, template };
  },
  limit_set(state, { service, limit }) {
    state.staged.set(String(service), limit);
    return { service, limit, status: "staged", next: "limit_apply makes staged limits live" };
  },
  limit_apply(state, { service }) {
    state.live.set(String(service), state.staged.get(String(service)));
    return { service, status: "live" };
  },
  label_set(state, { service, label }) {
    state.labels.set(String(service), label);
    return { service, label, status: "live" };
  },
};

const config = (solved: (state: Config, values: Values) => boolean) => async (values: Values) =>
  serviceWorld<Config>({
    state: {
      entries: new Map([[String(values["path"]), { value: 1, revision: 31 }]]),
      flags: new Map(),
      weights: new Map(),
      templates: new Map(),
      staged: new Map(),
      live: new Map(),
      labels: new Map(),
    },
    operations,
    solved: (state) => solved(state, values),
  });

export const configTasks: readonly LoopTask[] = [
  {
    id: "config-revision",
    domain: "config",
    habit: "does not look at what is there first",
    sort: "recovers",
    about: /\bconfig_put\b/,
    ways: [
      serviceWay([["config_put", { path: "<path>", value: "<value>" }]]),
      serviceWay(
        [
          ["config_get", { path: "<path>" }],
          ["config_put", { path: "<path>", value: "<value>", revision: "<revision>" }],
        ],
        /\brevision\b/,
      ),
    ],
    check: "the entry has the value",
    world: config(({ entries }, { path, value }) => entries.get(String(path))?.value === value),
    first: {
      task: "Set the config entry cache/ttl to 600.",
      values: { path: "cache/ttl", value: 600 },
    },
    second: {
      task: "The config entry pool/size should be 24 from now on.",
      values: { path: "pool/size", value: 24 },
    },
  },
  {
    id: "config-flag-scope",
    domain: "config",
    habit: "leaves the target out",
    sort: "recovers",
    about: /\bflag_set\b/,
    ways: [
      serviceWay([["flag_set", { flag: "<flag>", on: true }]]),
      serviceWay([["flag_set", { flag: "<flag>", on: true, scope: "service" }]], /\bscope\b/),
    ],
    check: "the flag is on",
    world: config(({ flags }, { flag }) => flags.get(String(flag)) === true),
    first: { task: "Turn on the feature flag new-basket.", values: { flag: "new-basket" } },
    second: {
      task: "Product wants the feature flag dark-mode on.",
      values: { flag: "dark-mode" },
    },
  },
  {
    id: "config-route-weight",
    domain: "config",
    habit: "gives values in the form they were told",
    sort: "gives up",
    about: /\broute_weight\b/,
    ways: [
      serviceWay([["route_weight", { service: "<service>", weight: "<percent>" }]]),
      serviceWay([["route_weight", { service: "<service>", weight: "<words>" }]], /\d%/),
      serviceWay([["route_weight", { service: "<service>", weight: "<fraction>" }]], /\bfraction\b|\b0\.\d+/),
    ],
    check: "the route has the weight",
    world: config(({ weights }, { service, fraction }) => weights.get(String(service)) === fraction),
    first: {
      task: "Send 25 percent of the traffic to the service basket-v2.",
      values: { service: "basket-v2", percent: 25, words: "25%", fraction: 0.25 },
    },
    second: {
      task: "Give the service search-next 10 percent of the traffic.",
      values: { service: "search-next", percent: 10, words: "10%", fraction: 0.1 },
    },
  },
  {
    id: "config-template-reference",
    domain: "config",
    habit: "gives values in the form they were told",
    sort: "gives up",
    about: /\btemplate_bind\b/,
    ways: [
      serviceWay([["template_bind", { service: "<service>", template: "<template>" }]]),
      serviceWay([["template_bind", { service: "<service>", template: "tpl/<template>" }]], /\btpl\/\w/),
      {
        ...serviceWay(
          [["template_bind", { service: "<service>", template: "<root><template>" }]],
          /tpl:\/\//,
        ),
        fact: { name: "root", pattern: /(tpl:\/\/[a-z]+\/)/ },
      },
    ],
    check: "the service has the template",
    world: config(
      ({ templates }, { service, template }) =>
        templates.get(String(service)) === `tpl://shared/${String(template)}`,
    ),
    first: {
      task: "Bind the template slim-page to the service shop.",
      values: { service: "shop", template: "slim-page" },
    },
    second: {
      task: "The service intranet should use the template wide-page: bind it.",
      values: { service: "intranet", template: "wide-page" },
    },
  },
  {
    id: "config-limit-apply",
    domain: "config",
    habit: "skips a step",
    sort: "silent",
    about: /\blimit_set\b/,
    ways: [
      serviceWay([["limit_set", { service: "<service>", limit: "<limit>" }]]),
      serviceWay([["limit_set", { service: "<service>", limit: "<limit>", live: true }]], /"live":/),
      serviceWay(
        [
          ["limit_set", { service: "<service>", limit: "<limit>" }],
          ["limit_apply", { service: "<service>" }],
        ],
        /\blimit_apply\b/,
      ),
    ],
    check: "the limit is live",
    world: config(({ live }, { service, limit }) => live.get(String(service)) === limit),
    first: {
      task: "Limit the service checkout to 300 requests a second.",
      values: { service: "checkout", limit: 300 },
    },
    second: {
      task: "Too many calls reach the service reports: set its limit to 50 requests a second.",
      values: { service: "reports", limit: 50 },
    },
  },
  {
    id: "config-label",
    domain: "config",
    habit: "none",
    sort: "habit is right",
    about: /\blabel_set\b/,
    ways: [
      serviceWay([["label_set", { service: "<service>", label: "<label>" }]]),
      serviceWay(
        [
          ["label_set", { service: "<service>", label: "<label>" }],
          ["limit_apply", { service: "<service>" }],
        ],
        /\blimit_apply\b/,
      ),
    ],
    check: "the service has the label",
    world: config(({ labels }, { service, label }) => labels.get(String(service)) === label),
    first: {
      task: "Label the service ledger as critical.",
      values: { service: "ledger", label: "critical" },
    },
    second: {
      task: "The service mailer deserves the label internal.",
      values: { service: "mailer", label: "internal" },
    },
  },
];
