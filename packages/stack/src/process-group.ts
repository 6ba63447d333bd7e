import { supervise, type SuperviseOptions, type Supervised } from './supervise.ts';

/** All processes of one stack. */
export type ProcessGroup = {
  /** Starts a process and keeps it from then on. Rejects when it does not come up or when the group is stopping. */
  readonly start: (options: Omit<SuperviseOptions, 'changed'>) => Promise<void>;
  /** A process by its name. Throws an error that names those there are. */
  readonly get: (name: string) => Supervised;
  /** Process ids of those that run, by name. */
  readonly pids: () => Record<string, number>;
  /** Stops everything, the groups of names one after another and what no group names last, killing what is left in the end. */
  readonly stop: (order: readonly (readonly string[])[]) => Promise<void>;
  /** Kills everything at once. */
  readonly destroy: () => void;
};

const stopTimeoutMs = 14_000;

/** @param changed is called whenever a process began or ended. */
export function createProcessGroup(changed: () => void): ProcessGroup {
  const members = new Map<string, Supervised>();
  let stopping: Promise<void> | undefined;

  const destroy = (): void => {
    for (const member of members.values()) {
      member.destroy();
    }
  };
  const stopInOrder = async (order: readonly (readonly string[])[]): Promise<void> => {
    const timer = setTimeout(destroy, stopTimeoutMs);
    const named = new Set(order.flat());
    const rest = [...members.keys()].filter((name) => !named.has(name));
    for (const names of [...order, rest]) {
      await Promise.all(names.map(async (name) => members.get(name)?.stop()));
    }
    clearTimeout(timer);
  };
  return {
    start: async (options) => {
      if (stopping !== undefined) {
        throw new Error('the stack is stopping');
      }
      const member = supervise({ ...options, changed });
      members.set(options.name, member);
      await member.start();
    },
    get: (name) => {
      const member = members.get(name);
      if (member === undefined) {
        throw new Error(`no process "${name}" in this stack; there are ${[...members.keys()].join(', ')}`);
      }
      return member;
    },
    pids: () =>
      Object.fromEntries(
        [...members.values()].flatMap((member) => {
          const pid = member.pid();
          return pid === undefined ? [] : [[member.name, pid]];
        }),
      ),
    stop: (order) => (stopping ??= stopInOrder(order)),
    destroy,
  };
}
