/**
 * A copy of a host's object with some fields replaced. One of a class stays one: its getters and methods go
 * on working on the object itself, so that private fields are there for them.
 */
export function copyWith<Value extends object>(value: Value, fields: Partial<Value>): Value {
  const prototype: object | null = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return { ...value, ...fields };
  const descriptors: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(value);
  for (let from: object | null = prototype; from !== null && from !== Object.prototype; ) {
    for (const key of Reflect.ownKeys(from)) {
      if (key === "constructor" || Object.hasOwn(descriptors, key)) continue;
      descriptors[key as string] = { get: () => member(value, key), enumerable: false, configurable: true };
    }
    from = Object.getPrototypeOf(from);
  }
  for (const [key, field] of Object.entries(fields)) {
    descriptors[key] = { value: field, enumerable: true, configurable: true, writable: true };
  }
  return Object.create(prototype, descriptors) as Value;
}

function member(value: object, key: string | symbol): unknown {
  const found: unknown = Reflect.get(value, key);
  return typeof found === "function" ? found.bind(value) : found;
}
