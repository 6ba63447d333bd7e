/** A copy of a parsed JSON value with one change. */
export type Alteration = { readonly name: string; readonly value: unknown };

/**
 * Copies of a value in which one member of an object is altered. In one copy the member is missing, in one it is null,
 * and in the others it has values of another form.
 */
export type MemberAlterations = {
  readonly name: string;
  readonly absent: unknown;
  readonly nulled: unknown;
  readonly misshapen: unknown;
};

type Path = readonly (string | number)[];

/** Fields that the tests add to an object, because a provider can add fields without notice. */
const additions = { warnings: ['this endpoint will change'], notice: null, meta: { version: '2' } };

/**
 * Returns copies that a tolerant reader must accept. In one copy per object, unknown members are added. In one copy per
 * list, a null is appended.
 */
export function withAdditions(root: unknown): readonly Alteration[] {
  return containers(root, []).map(({ path, value }) => ({
    name: path.join('.'),
    value: replaced(root, path, isList(value) ? [...value, null] : { ...value, ...additions }),
  }));
}

/** Returns the alterations of each member of each object. */
export function memberAlterations(root: unknown): readonly MemberAlterations[] {
  return containers(root, []).flatMap(({ path, value }) =>
    isList(value)
      ? []
      : Object.keys(value).map((name) => {
          const { [name]: _taken, ...rest } = value;
          return {
            name: [...path, name].join('.'),
            absent: replaced(root, path, rest),
            nulled: replaced(root, path, { ...value, [name]: null }),
            misshapen: replaced(root, path, { ...value, [name]: { unexpected: true } }),
          };
        }),
  );
}

type Container = { readonly path: Path; readonly value: Readonly<Record<string, unknown>> | readonly unknown[] };

function isList(value: Container['value']): value is readonly unknown[] {
  return Array.isArray(value);
}

function containers(value: unknown, path: Path): readonly Container[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const ownContainer = { path, value: value as Container['value'] };
  const inner = Array.isArray(value)
    ? value.flatMap((each, index) => containers(each, [...path, index]))
    : Object.entries(value).flatMap(([name, each]) => containers(each, [...path, name]));
  return [ownContainer, ...inner];
}

function replaced(root: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) {
    return value;
  }
  if (Array.isArray(root)) {
    return root.map((each, index) => (index === first ? replaced(each, rest, value) : (each as unknown)));
  }
  const container = root as Readonly<Record<string, unknown>>;
  return { ...container, [first]: replaced(container[first], rest, value) };
}
