import { supervise, type SuperviseOptions, type SupervisedProcess } from './supervise.ts';

/** The processes of one stack. */
export type ProcessGroup = {
  /** Starts a process and supervises it. Rejects when it does not start, or when the group is stopping. */
  readonly start: (options: Omit<SuperviseOptions, 'onChange'>) => Promise<void>;
  /** Returns a process by its name. Throws an error that lists the known names. */
  readonly get: (name: string) => SupervisedProcess;
  /** Returns the ids of the running processes, by name. */
  readonly pids: () => Record<string, number>;
  /**
   * Stops the processes in the given order: one list of names after another, and then all processes that no list names.
   * After 14 seconds it kills those that still run.
   */
  readonly stop: (order: readonly (readonly string[])[]) => Promise<void>;
  /** Kills every process immediately. */
  readonly destroy: () => void;
};

const stopTimeoutMs = 14_000;

/**
 * Creates an empty group.
 * @param onChange called whenever a process starts or ends.
 */
export function createProcessGroup(onChange: () => void): ProcessGroup {
  const members = new Map<string, SupervisedProcess>();
  let stopping: Promise<void> | undefined;

  const destroy = (): void => {
    for (const member of members.values()) {
      member.destroy();
    }
  };
  const stopInOrder = async (order: readonly (readonly string[])[]): Promise<void> => {
    const timer = setTimeout(destroy, stopTimeoutMs);
    const orderedNames = new Set(order.flat());
    const remainingNames = [...members.keys()].filter((name) => !orderedNames.has(name));
    for (const names of [...order, remainingNames]) {
      await Promise.all(names.map(async (name) => members.get(name)?.stop()));
    }
    clearTimeout(timer);
  };
  return {
    start: async (options) => {
      if (stopping !== undefined) {
        throw new Error('the stack is stopping');
      }
      const member = supervise({ ...options, onChange });
      members.set(options.name, member);
      await member.start();
    },
    get: (name) => {
      const member = members.get(name);
      if (member === undefined) {
        throw new Error(`this stack has no process "${name}"; its processes are ${[...members.keys()].join(', ')}`);
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
