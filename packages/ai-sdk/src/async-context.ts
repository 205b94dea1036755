/** The part of Node's AsyncLocalStorage that is needed here. */
export interface AsyncContext<Value> {
  run<Result>(value: Value, body: () => Result): Result;
  getStore(): Value | undefined;
}

type ContextClass = new <Value>() => AsyncContext<Value>;

/**
 * The runtime's AsyncLocalStorage, taken without importing a Node module: an edge bundle that has none must
 * still load. Node, Bun, Deno and Workers hand it out by `getBuiltinModule`, Vercel's edge as a global.
 */
function contextClass(): ContextClass | undefined {
  const { process, AsyncLocalStorage } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
    readonly AsyncLocalStorage?: ContextClass;
  };
  try {
    const hooks = process?.getBuiltinModule?.("node:async_hooks") as
      | { readonly AsyncLocalStorage?: ContextClass }
      | undefined;
    return hooks?.AsyncLocalStorage ?? AsyncLocalStorage;
  } catch {
    return AsyncLocalStorage;
  }
}

/** A context that is made at its first use; where the runtime has none, it never holds anything. */
export function asyncContext<Value>(): AsyncContext<Value> {
  let context: AsyncContext<Value> | undefined;
  let looked = false;
  const find = (): AsyncContext<Value> | undefined => {
    if (!looked) {
      looked = true;
      const Context = contextClass();
      if (Context !== undefined) context = new Context<Value>();
    }
    return context;
  };
  return {
    run(value, body) {
      const found = find();
      return found === undefined ? body() : found.run(value, body);
    },
    getStore: () => find()?.getStore(),
  };
}
