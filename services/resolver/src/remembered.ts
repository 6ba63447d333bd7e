/**
 * Returns a function that creates a value once for each object, and caches it as long as the object exists. The value
 * is stored in a hidden property of the object, so a copy of the object does not have it. A WeakMap is not used,
 * because its entries doubled the pauses of garbage collection, which determine the slowest answers.
 * @param create makes the value. The object must be extensible.
 */
export function rememberedOn<Owner extends object, Value>(create: (owner: Owner) => Value): (owner: Owner) => Value {
  const place = Symbol('remembered');
  return (owner) => {
    const holder: { [place]?: { readonly value: Value } } = owner;
    const known = holder[place];
    if (known !== undefined) {
      return known.value;
    }
    const value = create(owner);
    Object.defineProperty(owner, place, { value: { value } });
    return value;
  };
}
