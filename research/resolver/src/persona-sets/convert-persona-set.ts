import { createHash } from 'node:crypto';
import type { LabelledAnswer, LabelledItem } from '../scoring/labelled-set.ts';
import { placeholderFiller } from './placeholders.ts';

const paramName = /(?:^|\s)([A-Za-z_]+)=/g;
const typeName = /^[a-z]+\.[a-z_]+$/;

/**
 * Converts an author's questions to a labelled set. Each line contains a question, a label and optional tags, separated
 * by tab characters. For a malformed line, throws an error with the line's number.
 * @param author name of the author: the persona that the questions were written for. A suffix after an underscore
 * distinguishes the files of one author.
 */
export function convertPersonaSet(author: string, text: string): LabelledItem[] {
  return text.split(/\r?\n/).flatMap((line, at) => {
    if (line.trim() === '') {
      return [];
    }
    try {
      return [convertLine(author, line, at + 1)];
    } catch (error) {
      throw new Error(`${author}, line ${at + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

function convertLine(author: string, line: string, number: number): LabelledItem {
  const [question = '', label = '', tags = ''] = line.split('\t');
  const fill = placeholderFiller(seedOf(`${author} ${number}`));
  const query = fill(question.trim());
  if (query === '' || label.trim() === '') {
    throw new Error('a question and a label are needed, with a tab between them');
  }
  return {
    id: `${author}-${String(number).padStart(3, '0')}`,
    author: author.replace(/_.*/, ''),
    query,
    accept: label.split('||').flatMap((accepted) => answersOf(fill(accepted.trim()), query)),
    tags: tags.split(/[,\s]+/).filter((tag) => tag !== ''),
  };
}

/**
 * Returns the answers that a label accepts. A label accepts several answers if the question leaves out a parameter for
 * which the service has a default.
 */
function answersOf(label: string, query: string): LabelledAnswer[] {
  const [head = '', second = '', ...others] = label.split(/\s+/);
  if (head === 'none') {
    return [...otherCountOf(query), ...lamportsOf(query), { outcome: 'no_source' }];
  }
  if (head === 'missing') {
    const missing = others
      .join(',')
      .split(',')
      .filter((name) => name !== '');
    // The token is optional in the catalog: without it, the price is that of the network's own token.
    const standard: LabelledAnswer[] = second === 'token.price' ? [{ outcome: 'type', type: second, params: {} }] : [];
    return [{ outcome: 'missing_param', type: checkedType(second), missing }, ...standard];
  }
  const type = checkedType(head);
  const params = paramsOf(label.slice(head.length));
  const { handle } = params;
  const isBareName = type === 'social.value' && handle !== undefined && !/[.@]/.test(handle.replace(/^@/, ''));
  if (!isBareName) {
    return [{ outcome: 'type', type, params }];
  }
  // In the catalog, a name without a platform is incomplete. When the question names no platform, a request for the
  // full handle is right too.
  const platform = /farcaster|warpcast/i.test(query) ? 'farcaster' : 'x';
  const isNamed = /farcaster|warpcast|twitt?er|\bx\b/i.test(query);
  return [
    { outcome: 'type', type, params: { ...params, platform } },
    ...(isNamed ? [] : [{ outcome: 'missing_param' as const, type, missing: ['handle'] }]),
  ];
}

const countOfPosts = /\b(?:posts?|tweets?|toots?)\b/i;
const countOfFollowed = /\bfollowing\b|\b(?:does|do|is) @?[\w.@-]+ follow\b/i;
const otherCounts = /\b(?:likes?|repos?|reviews?)\b/i;
const handleLike = /@[\w.-]+(?:@[\w.-]+)?|\b[\w-]+(?:\.[\w-]+){1,3}\b/;

/**
 * Returns the answer to a question about posts or followed accounts. The writers labelled such questions as
 * unanswerable, because their instructions did not mention that the catalog has these two counts.
 */
function otherCountOf(query: string): LabelledAnswer[] {
  const metric = countOfPosts.test(query) ? 'posts' : countOfFollowed.test(query) ? 'following' : undefined;
  const handle = handleLike.exec(query)?.[0];
  if (metric === undefined || handle === undefined || !/^how many\b/i.test(query) || otherCounts.test(query)) {
    return [];
  }
  const isBareName = /^@[\w-]+$/.test(handle);
  return [
    { outcome: 'type', type: 'social.value', params: { handle, metric, ...(isBareName ? { platform: 'x' } : {}) } },
    ...(isBareName ? [{ outcome: 'missing_param' as const, type: 'social.value', missing: ['handle'] }] : []),
  ];
}

const lamports = /\blamports\b/i;
const addressRun = /\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g;

/**
 * Returns the answer to a question that asks for lamports by that name. `chain.resolve_address` states an address's
 * lamports.
 */
function lamportsOf(query: string): LabelledAnswer[] {
  const [address, ...others] = query.match(addressRun) ?? [];
  return lamports.test(query) && address !== undefined && others.length === 0
    ? [{ outcome: 'type', type: 'chain.resolve_address', params: { address } }]
    : [];
}

function checkedType(name: string): string {
  if (!typeName.test(name)) {
    throw new Error(`"${name}" is no data type`);
  }
  return name;
}

/** Reads `name=value` pairs. A value extends to the next name or to the end, so it may contain spaces. */
function paramsOf(text: string): Record<string, string> {
  const names = [...text.matchAll(paramName)];
  return Object.fromEntries(
    names.map((match, at) => {
      const value = text.slice(match.index + match[0].length, names[at + 1]?.index).trim();
      return [match[1] ?? '', value];
    }),
  );
}

function seedOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE();
}
