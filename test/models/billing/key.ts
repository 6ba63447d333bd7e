import type { ModelCall, World } from './world.ts';

const phases: Readonly<Record<ModelCall['phase'], string>> = {
  new: 'n',
  holding: 'h',
  working: 'w',
  settling: 's',
  storing: 't',
  writing: 'r',
  accepted: 'a',
  ended: 'e',
};
const outcomes: Readonly<Record<ModelCall['outcome'], string>> = {
  '': '-',
  delivered: 'd',
  undelivered: 'u',
  refused: 'r',
  failed: 'f',
  short: 's',
  died: 'x',
};
const rows: Readonly<Record<ModelCall['row'], string>> = {
  none: '-',
  open: 'o',
  captured: 'c',
  confirmed: 'f',
  released: 'r',
  lapsed: 'l',
  reversed: 'v',
};
const reports: Readonly<Record<ModelCall['report'], string>> = { '': '-', delivered: 'd', undelivered: 'u' };

/** Returns a short text that contains every field of a world. Two worlds are equal if and only if their texts are. */
export function keyOf(world: World): string {
  let key = `${world.balance} ${world.faultsLeft} ${world.key.attempt} ${world.key.stored} ${world.epoch} ${world.owner}`;
  for (const call of world.calls) {
    const flags = Number(call.isBroken) + 2 * Number(call.isReceived) + 4 * Number(call.isExcused);
    key += `|${phases[call.phase]}${outcomes[call.outcome]}${rows[call.row]}${reports[call.report]}${flags}`;
    key += `${call.session} ${call.sequence} ${call.charges}`;
  }
  for (const { isAlive, session, epochSeen } of world.gateways) {
    key += `|${Number(isAlive)}${session} ${epochSeen}`;
  }
  for (const { epoch, balance, holds, awaited } of world.replicas) {
    key += `|${epoch} ${balance} ${holds.join('')} ${awaited.promises.join('')} ${awaited.reports.join('')}`;
  }
  return `${key}|${world.watermarks.flat().join('')}|${world.wire.join(',')}`;
}
