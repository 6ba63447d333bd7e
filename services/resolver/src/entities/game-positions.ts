import { wordList } from '../data-files.ts';
import { isFree, type ClaimedCharacters, type Mention } from './mention.ts';
import { matchesOf } from '../matches.ts';

const word = String.raw`[\p{L}\p{N}][\p{L}\p{N}'’&+/:.-]*`;
const name = String.raw`["'“«]?(?<name>${word}(?: (?:of |the |and |to |& )?${word}){0,4}?)["'”»]?`;
const place = String.raw`(?:on |at |over |in |en |sur |auf |no |na |su |via )?(?:the |el |la )?steam`;
const end = String.raw`(?=\s*(?:$|[,;.?!)(/|…]|(?:${place}|right now|rn|atm|now|at the moment|at this|at present|as we speak|currently|today|tonight|these days|this (?:minute|second|hour)|at all|still|live|how many|how much|anyone|anybody|ahora|gerade|maintenant|agora|adesso|teraz|nu)(?![\p{L}])))`;
const players = String.raw`(?:players?|people|ppl|folks|users?|gamers?|humans|peeps|playerbase|jugadores|joueurs|spieler|jogadores|giocatori|spelers|graczy)`;

/** Patterns for the places where a question about players can name a game. The most certain place comes first. */
const positions: readonly RegExp[] = [
  String.raw`(?:the )?(?:game|title|juego|jeu|spiel|jogo|gioco)(?: name)?(?:'s| is| called| named|:|=)+ ${name}${end}`,
  String.raw`(?:called|named|entitled|llamado|appele|namens|chamado) ${name}${end}`,
  String.raw`(?:play|plays|playing|playin|jugando a|jugando|joue a|spielen|jogando|giocando a) (?!steam|on )${name}${end}`,
  String.raw`(?:player ?(?:count|numbers?|base|pop(?:ulation)?)|concurrents?|concurrent ${players}|ccu|headcount|population|pop) (?:of|for|in|on) ${name}${end}`,
  String.raw`${players} (?:are |r |is |currently |logged |still |now |there |even |actually |online )*(?:in|into|on|of|for|inside|within|en|dans|em) (?!steam)${name}${end}`,
  String.raw`how many (?:are |r )?(?:in|on|inside) (?!steam)${name}${end}`,
  String.raw`^\W*${name},? (?:steam |current |live |concurrent |online )*(?:players?|player ?(?:count|numbers?|base)|playercount|ccu|concurrents?|pop)(?![\p{L}])`,
].map((source) => new RegExp(String.raw`(?<![\p{L}\p{N}])${source}`, 'dgu'));

/** Words that never begin or end the name of a game in one of the places of `positions`. */
const notNames = new Set(wordList('no-game-edges'));
const maxNameLetters = 50;

/**
 * Finds a game that is in no table, by the place of its name: "how many play geometry dash on steam". Claims no
 * characters. Use it only for a question that clearly asks for players.
 */
export function findPositionedGames(text: string, folded: string, claimed: ClaimedCharacters): Mention[] {
  for (const position of positions) {
    for (const match of matchesOf(position, folded)) {
      const [start, stop] = match.indices?.groups?.['name'] ?? [0, 0];
      const words = folded.slice(start, stop).split(' ');
      const plain = [words[0], words.at(-1)].map((part) => (part ?? '').replace(/[^\p{L}\p{N}']+$/u, ''));
      if (
        stop - start <= maxNameLetters &&
        !plain.some((part) => notNames.has(part)) &&
        /\p{L}/u.test(folded.slice(start, stop)) &&
        isFree(claimed, start, stop)
      ) {
        return [{ value: text.slice(start, stop).replace(/[.,;:]+$/, ''), start, end: stop, strength: 'unknown' }];
      }
    }
  }
  return [];
}
