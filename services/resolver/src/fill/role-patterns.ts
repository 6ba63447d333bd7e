import { roleWords, type RoleWords } from './role-words.ts';

/**
 * `decisiveWeight` is the score of a word that only one role uses, and `suggestiveWeight` that of a word of several
 * roles.
 */
export const decisiveWeight = 4;
const suggestiveWeight = 1.5;

type Side = { readonly pattern: RegExp; readonly weight: number };
/** The patterns that recognise the role of one parameter in the text around an address. */
export type RolePatterns = {
  readonly name: string;
  readonly before: readonly Side[];
  readonly after: readonly Side[];
  readonly around?: { readonly before: RegExp; readonly after: RegExp };
  readonly pointsBack?: RegExp;
  readonly nouns?: RegExp;
  readonly nounsAfter?: RegExp;
  readonly unnamed?: RegExp;
};

/** Text without meaning between a role word and its address: articles, nouns, verbs and punctuation. */
const filler = String.raw`(?:[\s"'«»„(<[{:=,/–—-]|(?<![\p{L}])(?:the|this|that|my|our|his|its|a|an|is|are|be|it|address(?:es)?|addr|pubkey|account|accounts|acct|acc|which|being|one|s|wallet|token|tokens|tok|ta|associated|ata|key|mint|program|called|at|id|vault|stake|nonce|multisig|authority|usdc|usdt|sol|wsol|la|el|los|mi|cuenta|direccion|billetera|cartera|clave|llave|es|le|les|mon|ma|compte|adresse|portefeuille|cle|est|das|dem|den|der|die|des|mein|meine|meinem|konto|tokenkonto|schlussel|ist|o|os|as|meu|minha|conta|endereco|carteira|chave|e|il|lo|mio|mia|conto|indirizzo|portafoglio|chiave|de|di|del|dal|da|счет|счета|счету|счетом|аккаунт|аккаунта|аккаунтом|адрес|адреса|адреса|адресу|токен|токена|кошелек|кошелька|ключ|ключа|hesap|hesabi|adres|adresi|cuzdan|anahtar)(?![\p{L}])|账户|帐户|地址|钱包|代币|アドレス|アカウント|ウォレット|주소|계정|지갑|是|为|は|：)*`;

const knownRolePatterns = new Map<string, RolePatterns>();

function nounPatterns({ nouns, unnamed }: Partial<RoleWords> = {}): Pick<
  RolePatterns,
  'nouns' | 'nounsAfter' | 'unnamed'
> {
  const glue = String.raw`(?:[\s"'(<[:=-]|(?<![\p{L}])(?:is|as|at|address|called)(?![\p{L}]))*`;
  return {
    ...(nouns === undefined
      ? {}
      : {
          nouns: new RegExp(`(?<![\\p{L}])(?:${nouns})${glue}$`, 'u'),
          nounsAfter: new RegExp(
            `^[\\s"')>,]*(?:(?:is|was|being|as) (?:the |a |an |my |our |his |her |their )?|(?<=,) (?:the |a |an |my |our |his |her |their ))(?:\\p{L}+ )?(?:${nouns})(?![\\p{L}])`,
            'u',
          ),
        }),
    ...(unnamed === undefined ? {} : { unnamed: new RegExp(`(?<![\\p{L}])(?:${unnamed})(?![\\p{L}])`, 'u') }),
  };
}

/** Returns the patterns of a parameter. Compiles them once. */
export function rolePatternsOf(name: string): RolePatterns {
  const known = knownRolePatterns.get(name);
  if (known !== undefined) {
    return known;
  }
  const words = roleWords[name];
  const own = name.replace(/[A-Z]/g, (letter) => ` ?${letter.toLowerCase()}`);
  const before = (sources: readonly string[], weight: number): Side[] =>
    sources.map((source) => ({
      pattern: new RegExp(
        `(?:(?<![\\p{L}])|(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]))(?:${source})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])${filler}$`,
        'u',
      ),
      weight,
    }));
  const after = (sources: readonly string[], weight: number): Side[] =>
    sources.map((source) => ({
      pattern: new RegExp(`^[\\s"'»()>\\]}=]*(?:${source})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])`, 'u'),
      weight,
    }));
  const around =
    words?.around === undefined
      ? {}
      : {
          around: {
            before: new RegExp(`(?<![\\p{L}])(?:${words.around.before})${filler}$`, 'u'),
            after: new RegExp(`^\\s*(?:${words.around.after})`, 'u'),
          },
        };
  const judge = {
    name,
    ...around,
    ...(words?.pointsBack === undefined ? {} : { pointsBack: new RegExp(`(?<![\\p{L}])(?:${words.pointsBack})`, 'u') }),
    ...nounPatterns(words),
    before: [
      ...before([own, ...(words?.before.decisive ?? [])], decisiveWeight),
      ...before(words?.before.suggestive ?? [], suggestiveWeight),
    ],
    after: [
      ...after(words?.after.decisive ?? [], decisiveWeight),
      ...after(words?.after.suggestive ?? [], suggestiveWeight),
    ],
  };
  knownRolePatterns.set(name, judge);
  return judge;
}
