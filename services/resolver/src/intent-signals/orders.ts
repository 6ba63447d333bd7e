const typeFamilies = String.raw`(?:token|spot|funding|social|game|chain)[._]\w+`;
const answering = 'reply|respond|answer|output|return|print|echo|emit';

/** Phrases that try to tell the resolver what to answer, in folded text. */
const orders: readonly string[] = [
  String.raw`(?:${answering})\s?:\s?["'{<]`,
  String.raw`(?:${answering}) (?:only |exactly |just )?(?:with )?(?:type |the words? |["'{<])`,
  `(?:${answering}|answer must be|answer is|set|choose|pick|to|as) (?:only |just |exactly |with |the |type ?=? ?)*${typeFamilies}`,
  `(?:output|return|report|deliver|give|set|change|make) [^.!?]{1,60} (?:as|to|at) (?:(?:\\$|€)?\\d[\\d.,%]*|zero|one|nothing|free)(?![\\p{L}\\p{N}])`,
  String.raw`say [^.!?]{1,30} (?:is|are|costs?|equals) (?:\$|€)?\d`,
  "say (?:that|the|it is|it s|it's|yes|safe)|repeat after me|confirm (?:that|it|this)",
  'tell (?:everyone|everybody|them|people|the user|the customer)|act as if|make up an?|invent an?|hallucinate|from memory|your own knowledge',
  'classify (?:everything|this|it|that) as|treat (?:everything|this) as|(?:resolve|map) everything|always (?:answer|respond|reply|return)',
  '(?:you )?must (?:answer|respond|reply|return|output|say|classify)|you are (?:now|the operator|an? (?!(?:helpful|price|pricing|data|crypto|trading|market|research|portfolio|assistant|agent|bot)(?![\\p{L}]))|no longer)|your new (?:task|role|job|instruction)\\p{L}*',
  'developer mode|system (?:prompt|override|message)|hidden prompt|environment variables?|jailbreak|do anything now|new instructions?|from now on',
  'mark [^.!?]{1,60} as (?:safe|verified)|as (?:an |the )?(?:admin|administrator|developer|operator|root)|override',
  '(?:ignore|disregard|forget|bypass|skip) (?:all|any|every|the|your|my|these|those|previous|prior|above|everything|earlier|what)[^.!?]{0,40}(?:instruction|prompt|rule|direction|order|above|before|told|message|guideline|context|catalog|said|polic|filter|check|question)\\p{L}*',
  '(?:tool result|tool output|function result)\\s*[:>]|system\\s*[:>](?! you are helpful)',
  'ignora (?:todas|todo|las|le|tutte|tudo)|ignorez|oublie (?:tes|toutes)|ignoriere (?:alle|die)|vergiss (?:alle|deine)|esquece (?:tudo|as)|игнорируй|забудь (?:все|инструкции)',
  `(?:classification|label|class|category|note to the model|hint)[^.!?]{0,40} ${typeFamilies}`,
  'onceki talimat|talimatlari (?:yok|unut)',
];
const marks = String.raw`忽略(?:之前|以上|所有|前面)|以前の指示|指示を無視|이전 지시|지시를 무시|<\|?[/]?(?:system|im start|im_start|assistant|instructions?)|\[[/]?inst\]|### ?(?:instruction|system|response)`;

/**
 * Matches an order about the answer, such as "reply with token.price". If a type's name occurs in an order, the
 * question does not ask for this type. An order affects only its own sentence, so a question in another sentence is
 * still read.
 */
export const orderPattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${orders.join('|')})|${marks}`, 'gu');

const politeness =
  'please|pls|plz|hey|hi|yo|ok|now|just|go|and|then|can you|could you|would you|i want you to|i need you to|help me';
const commands =
  'send|transfer|withdraw|deposit|execute|submit|broadcast|buy|sell|purchase|pay|burn|close|lock|unlock|create|revoke|stake|unstake|airdrop|approve|freeze|thaw|add liquidity|remove|set|notify|alert|ping|remind|follow|watch|copy|copytrade|copy trade|monitor|track|subscribe|derive|generate|convert|encode|decode|parse|hack|steal|recover|drain';

/**
 * Matches a sentence that begins with a command. Nouns such as "freeze authority" are not commands and do not match.
 */
export const commandPattern = new RegExp(
  `(?<=(?:^|[.!?…。！？]\\s)\\s*(?:(?:${politeness})[\\s,]+)*)(?:${commands})(?! authority)(?![\\p{L}\\p{N}])`,
  'gu',
);
