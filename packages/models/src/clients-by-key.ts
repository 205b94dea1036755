/** One client a key, made when it is first needed; one that could not be made is tried again. */
export function clientsByKey<C>(make: (key: string) => Promise<C>): (key: string) => Promise<C> {
  const made = new Map<string, Promise<C>>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const making = make(key);
    made.set(key, making);
    making.catch(() => made.delete(key));
    return making;
  };
}
