import { distance } from 'fastest-levenshtein';
import { differingLetters, letterSet, type Word } from './words.ts';

/**
 * Folded words that tell types apart and are often mistyped. Most have at least five letters, so that few other words
 * are similar.
 */
const keyWords =
  `much many what cost spot price prices worth value current currently trading exchange funding perpetual follower followers follow follows following posts posted player players playing people
  online account accounts token tokens wallet owner reserves liquidity signer authority quote amount address bluesky precio cuesta cuanto seguidores
  siguiendo jugadores jugando combien joueurs abonnes kostet aktuell aktuelle spieler quanto seguindo jogadores jogando postagens prezzo giocatori
  giocando fiyati takipci oyuncu сколько игроков подписчиков фандинг`.split(/\s+/);

/**
 * Ordinary words that differ from a key word by one or two letters, and other forms of key words. They are never
 * corrected.
 */
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

const correctWords = new Set([...keyWords, ...otherWords]);
const minWordLength = 4;
/** A key word of at least this length may have two typos. */
const minTwoTypoLength = 9;
const keyWordsByStart = new Map<number, { readonly key: string; readonly letters: number }[]>();
for (const key of keyWords) {
  const start = key.charCodeAt(0);
  keyWordsByStart.set(start, [...(keyWordsByStart.get(start) ?? []), { key, letters: letterSet(key) }]);
}

/** Returns the number of wrong letters in a word. Two swapped neighbours are the most common typo and count as one. */
export function editDistance(word: string, key: string): number {
  return swapped(word, key) ? 1 : distance(word, key);
}

/**
 * Returns the key word that a word is a typo of, or else the word itself. A typo in a signal costs more accuracy than
 * one in any other word.
 */
export function correctTypo(word: string): string {
  const alike = word.length < minWordLength ? undefined : keyWordsByStart.get(word.charCodeAt(0));
  if (alike === undefined || correctWords.has(word)) {
    return word;
  }
  const written = letterSet(word);
  for (const { key, letters } of alike) {
    const allowed = key.length >= minTwoTypoLength ? 2 : 1;
    if (
      Math.abs(key.length - word.length) <= allowed &&
      // A wrong letter is two different ones.
      differingLetters(written, letters) <= allowed * 2 &&
      !word.startsWith(key) &&
      editDistance(word, key) <= allowed
    ) {
      return key;
    }
  }
  return word;
}

/** Corrects typos of key words. The positions stay those of the question. */
export function correctTypos(words: readonly Word[]): readonly Word[] {
  return words.map((word) => {
    const text = correctTypo(word.text);
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
