/** A Steam game: its app id, the name the store shows, and other names people use, in lower case. */
export type Game = { readonly appId: number; readonly name: string; readonly aliases: readonly string[] };

/** The games known by name; any other can be asked for by its app id. */
export const games: readonly Game[] = [
  {
    appId: 730,
    name: 'Counter-Strike 2',
    aliases: ['cs2', 'cs 2', 'csgo', 'cs:go', 'counter strike', 'counterstrike'],
  },
  { appId: 570, name: 'Dota 2', aliases: ['dota', 'dota2'] },
  { appId: 578080, name: 'PUBG: BATTLEGROUNDS', aliases: ['pubg', 'battlegrounds', "playerunknown's battlegrounds"] },
  { appId: 1172470, name: 'Apex Legends', aliases: ['apex'] },
  { appId: 1245620, name: 'ELDEN RING', aliases: [] },
  { appId: 1086940, name: "Baldur's Gate 3", aliases: ['bg3', "baldur's gate iii", 'baldurs gate'] },
  { appId: 413150, name: 'Stardew Valley', aliases: ['stardew'] },
];
