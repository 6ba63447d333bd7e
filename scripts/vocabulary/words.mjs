/**
 * Names that the code must not use, each with the name to use instead. docs/reference/glossary.md defines these names.
 *
 * - `words`: a sequence of words in an identifier or a file name. 'run book' finds runBook, RunBook and run-book.ts.
 * - `names`: a whole identifier. 'charged' finds charged and not chargedMicros.
 * - `bindings`: a variable or parameter, and not the field of an object.
 * - `callbacks`: a member of a type that holds a function.
 * - `start`, `end`: the first or last word of an identifier with several words.
 * - `within`: the paths to which the rule applies. Elsewhere the word has its usual meaning.
 * - `except`: identifiers or paths that may use the word, each with the reason.
 */
const engine = /^services\/engine\//;
const onchain = /^(services\/engine\/src\/onchain|packages\/solana)\//;
const concurrency = /^(packages\/(concurrency|egress)|services\/watch\/src\/delivery)\//;
const watch = /^services\/watch\//;
const delivery = /^services\/watch\/src\/delivery\//;
const gateway = /^services\/gateway\//;
const sandbox = /^(services\/sandbox|test\/conformance)\//;
const resolver = /^services\/resolver\//;
const monitoring = /^services\/engine\/src\/monitoring\//;
const independence = /^(packages\/independence|services\/engine\/src\/monitoring)\//;

export const forbidden = [
  { words: ['desk', 'desks'], write: 'read session' },
  { words: ['view', 'views'], within: onchain, write: 'node snapshot' },
  { words: ['sight', 'sights'], within: onchain, write: 'partial snapshot' },
  { words: ['reading', 'readings'], within: onchain, write: 'read attempt' },
  { words: ['drive', 'driven'], write: 'resolveOnNode, NodeResult' },
  { words: ['foresight', 'foreseen'], write: 'prefetch cache, hints' },
  { words: ['ahead'], within: onchain, write: 'speculative simulation' },
  { words: ['list book'], write: 'holder lists' },
  { words: ['run book'], write: 'run state' },
  { words: ['meter'], within: engine, write: 'cost budget' },
  {
    words: ['settle', 'settles'],
    within: /^(services\/engine|packages\/(?!(rpc|metering)\/))/,
    write: 'reconcile (settle is the word of billing and metering)',
  },
  { words: ['consult', 'consulted', 'consulting'], write: 'fanOut' },
  { words: ['gather', 'gathers', 'gathered', 'gathering'], write: 'hedgedRead (chain) or batcher' },
  { words: ['place', 'places'], within: concurrency, write: 'permit' },
  { words: ['slot', 'slots'], within: /^(packages\/(concurrency|egress))\//, write: 'fair semaphore' },
  { words: ['room', 'rooms'], within: concurrency, write: 'bucket' },
  { words: ['party', 'parties'], within: concurrency, write: 'tenant' },
  { words: ['turn', 'turns'], within: concurrency, write: 'virtual time (concurrency) or delivery context (watch)' },
  { names: ['leave'], within: concurrency, write: 'release' },
  { words: ['look', 'looks', 'looked'], within: watch, write: 'precheck' },
  { words: ['let wait', 'crowded'], write: 'defer, backpressured' },
  { words: ['take up', 'takes up', 'taken up', 'took up'], write: 'claim' },
  { words: ['put back', 'puts back'], within: watch, write: 'release' },
  { words: ['visit', 'visits'], within: watch, write: 'delivery count' },
  { names: ['Run'], within: delivery, write: 'claim' },
  { words: ['owed', 'owes'], write: 'pending settlement' },
  { words: ['outlived'], write: 'leaseLost' },
  { words: ['broken'], within: watch, write: 'permanentlyFailed' },
  { words: ['line', 'lines'], within: watch, write: 'connection, reconnectingSocket' },
  { words: ['notice', 'notices'], within: watch, write: 'push updates' },
  { words: ['reseal', 'reseals', 'resealed', 'resealing'], write: 're-encrypt' },
  { words: ['stray', 'strays'], write: 'outliers' },
  { words: ['picture', 'pictures'], write: 'verdict snapshot' },
  {
    words: ['lead', 'leads', 'leading'],
    within: monitoring,
    write: 'leader lease',
    except: [
      ['services/engine/src/monitoring/independence-response.ts', 'a field of GetIndependenceResponse in protos'],
    ],
  },
  { words: ['spike', 'spikes'], write: 'coincidence' },
  { words: ['bank', 'banks'], within: independence, write: 'generation counters' },
  { words: ['weigh', 'weighs', 'weighed'], write: 'score' },
  {
    words: ['hat', 'hats'],
    within: independence,
    write: 'N-cornered hat (in full)',
    except: [['cornered hat', 'the name of the statistic']],
  },
  { words: ['grounds'], write: 'reason codes' },
  { names: ['charged', 'Charged', 'ChargedCall'], within: gateway, write: 'metered call' },
  { words: ['bracket'], write: 'metered call' },
  { words: ['handed over'], write: 'onDelivered' },
  { words: ['over hold'], write: 'onHoldExceeded' },
  { words: ['refused keys', 'refused key'], write: 'negative key cache' },
  { words: ['peers', 'peer'], within: gateway, write: 'service clients' },
  { words: ['trouble', 'troubles'], write: 'throttled warning' },
  { words: ['room', 'rooms'], within: sandbox, write: 'mock endpoint' },
  { words: ['lie', 'lies', 'liar'], within: sandbox, write: 'fault injection' },
  { words: ['people'], within: sandbox, write: 'social' },
  { words: ['slip', 'slips'], within: resolver, write: 'typo correction' },
  { words: ['cue', 'cues'], within: resolver, write: 'intent signals' },
  { words: ['veto', 'vetoes', 'vetoed'], within: resolver, write: 'rejection rules' },
  { words: ['top level'], write: 'levelCeiling', except: [['domains', 'the standard name of top-level domains']] },
  { words: ['looked up'], write: 'inferredParams' },
  { words: ['measured by'], write: 'samplingParams' },
  { words: ['same fields'], write: 'identityFields' },
  { words: ['shown as'], write: 'publicCode' },
  { names: ['sentence'], within: /^(?!services\/resolver\/)/, write: 'defaultMessage, or message' },
  {
    callbacks: ['failed', 'observed', 'trouble', 'ended', 'left', 'told'],
    write: 'onFailure, onObservation, onWarning, onEnd, onLeave',
  },
  { start: ['most', 'longest', 'least'], write: 'maxX or minX' },
  { end: ['most', 'least'], write: 'maxX or minX' },
  // `one` and `other` are allowed as fields, because MeasuredPair and PairIndependence have them in protos.
  { bindings: ['one'], write: 'a (and b instead of other)' },
];

/** Types that several files may export under the same name, each with the reason. */
export const sharedTypeNames = {};
