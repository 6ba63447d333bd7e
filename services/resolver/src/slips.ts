import { distance } from 'fastest-levenshtein';
import type { Word } from './words.ts';

/** Words that tell types apart and are typed in haste, folded; most of five letters or more, so that few words come near. */
const keyWords =
  `much many what cost spot price prices worth value current currently trading exchange funding perpetual follower followers follow follows following posts posted player players playing people
  online account accounts token tokens wallet owner reserves liquidity signer authority quote amount address bluesky precio cuesta cuanto seguidores
  siguiendo jugadores jugando combien joueurs abonnes kostet aktuell aktuelle spieler quanto seguindo jogadores jogando postagens prezzo giocatori
  giocando fiyati takipci oyuncu сколько игроков подписчиков фандинг`.split(/\s+/);

/** Ordinary words a letter or two from a key word, and other forms of key words. */
const otherWords = new Set(
  `mush munch mulch muck mucha mucho muchas muchos manly manny mana mane mani mango mary whit whet wheat coast coat cast cosy cosh cist shot slot
  snot spit spat sport spout soot spoke stop swot prince princes pride prides prize prizes prime pries pricy wort vague valve valves currant currants currency currencies treading tracing founding
  finding fending followed flowers flowing flower fellow fellows fallowing fallow ported pasted pouted ports poets pests pots pasts poses posed post poster posters
  prayer prayers played plays planer praying paying plying planing peoples outline taken toke totem walled valet owned oner reserve reserved signed
  singer singers sinner signet signor signs sign signals authorise authorize authorised authorized quite quota quotas liquidate liquidated amounts
  mount cuenta cuando cuanta cuantas cuantos preciso prezzi quando quanta quanti quante quantos quantas kosten koste spielen spiele spielt spielern
  spielers oyunu oyun takipte столько игроки игрокам игроком игрока perpetuate perpetually cuestan cueste cuesto costa questa questo jugadora joueuse
  joueuses aktuelles fiyata fiyat`.split(/\s+/),
);

const keys = new Set(keyWords);
const wordMin = 4;
/** So long a word may hold two slips. */
const twoSlipsMin = 9;
const keysByStart = new Map<string, string[]>();
for (const key of keyWords) {
  keysByStart.set(key.charAt(0), [...(keysByStart.get(key.charAt(0)) ?? []), key]);
}

/** How many letters of a word are wrong; two neighbours that changed places, the commonest slip of typing, are one. */
export function wrongLetters(word: string, key: string): number {
  return swapped(word, key) ? 1 : distance(word, key);
}

/**
 * The key word that a word is a slip of, or the word as it stands. Hints are words, and a hint that is lost to a slip of
 * typing costs more than any other word of the question.
 */
export function withoutSlip(word: string): string {
  if (word.length < wordMin || keys.has(word) || otherWords.has(word)) {
    return word;
  }
  for (const key of keysByStart.get(word.charAt(0)) ?? []) {
    const allowed = key.length >= twoSlipsMin ? 2 : 1;
    if (Math.abs(key.length - word.length) <= allowed && !word.startsWith(key) && wrongLetters(word, key) <= allowed) {
      return key;
    }
  }
  return word;
}

/** Words with the slips in key words undone; their places stay. */
export function withoutSlips(words: readonly Word[]): readonly Word[] {
  return words.map((word) => {
    const text = withoutSlip(word.text);
    return text === word.text ? word : { ...word, text };
  });
}

function swapped(word: string, key: string): boolean {
  if (word.length !== key.length) {
    return false;
  }
  let at = 0;
  while (at < key.length && word[at] === key[at]) {
    at += 1;
  }
  return word[at] === key[at + 1] && word[at + 1] === key[at] && word.slice(at + 2) === key.slice(at + 2);
}
