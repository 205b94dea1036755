import type { Loop, Session } from "@skillloop/core";

const SLOW_TOOL_MS = 0.5;

/**
 * A loop that breaks what the benchmark measures: its notes come late, are new each time and there even when
 * nothing is known, its recording takes long, and each run leaves a timer and a listener behind. With it every
 * kind of figure has to miss its bar.
 */
export function slowed(loop: Loop, callMs: number): Loop {
  let asked = 0;
  return overlay(loop, {
    scoped: (narrower: Parameters<Loop["scoped"]>[0]) => slowed(loop.scoped(narrower), callMs),
    session(...given: Parameters<Loop["session"]>) {
      const session: Session = loop.session(...given);
      setTimeout(() => {}, 600_000).unref();
      process.on("beforeExit", () => {});
      return overlay(session, {
        async skills(...options: Parameters<Session["skills"]>) {
          const { text, hits } = await session.skills(...options);
          spin(callMs);
          asked += 1;
          return { text: `${text}\nnote ${asked}`, hits };
        },
        tool(...call: Parameters<Session["tool"]>) {
          spin(SLOW_TOOL_MS);
          return session.tool(...call);
        },
      });
    },
  });
}

function spin(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** An object with some of its members replaced. Methods keep the object they belong to, for its private fields. */
function overlay<Whole extends object>(whole: Whole, replaced: Partial<Whole>): Whole {
  return new Proxy(whole, {
    get(target, name) {
      if (Object.hasOwn(replaced, name)) return Reflect.get(replaced, name);
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
