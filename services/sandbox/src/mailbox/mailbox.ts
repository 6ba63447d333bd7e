import type { MockResponse } from '../mock-endpoint.ts';

/** A mail that the sandbox received. */
export type ReceivedMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Time at which the mail arrived, as ISO 8601 in UTC. */
  readonly at: string;
};

const maxMails = 200;
/** The look of the page. The sandbox imports no other package, so it repeats the main colours of packages/design. */
const style =
  ':root{color-scheme:light dark}' +
  'body{background:light-dark(#fff,#121817);color:light-dark(#16211f,#e6ecea);font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:44rem;padding:0 1rem}' +
  'a{color:light-dark(#0b5d66,#6cc7cf);overflow-wrap:anywhere}' +
  'article{border:1px solid light-dark(#dcdfda,#33403d);border-top:3px solid light-dark(#0b5d66,#6cc7cf);border-radius:6px;margin:1rem 0;padding:0 1rem}' +
  'h2{font-size:1.125rem}pre{font:inherit;white-space:pre-wrap}';

/** The mails that the sandbox received. The sandbox forwards none of them. */
export type Mailbox = {
  readonly add: (mail: ReceivedMail) => void;
  /** Answers GET /mailbox with a page, and GET /mailbox/mails with JSON, newest first. */
  readonly respond: (path: string) => MockResponse;
};

/** Creates an empty mailbox, which stores the newest 200 mails. */
export function createMailbox(): Mailbox {
  const mails: ReceivedMail[] = [];
  return {
    add: (mail) => {
      mails.unshift(mail);
      mails.length = Math.min(mails.length, maxMails);
    },
    respond: (path) =>
      path === '/mails'
        ? { status: 200, body: JSON.stringify({ mails }) }
        : { status: 200, body: page(mails), contentType: 'text/html; charset=utf-8' },
  };
}

function page(mails: readonly ReceivedMail[]): string {
  const items = mails.map(
    ({ to, subject, text, at }) =>
      `<article><h2>${escape(subject)}</h2><p>to ${escape(to)}, ${escape(at)}</p><pre>${withLinks(text)}</pre></article>`,
  );
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandbox mailbox</title>' +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body>` +
    '<h1>Sandbox mailbox</h1><p>The sandbox sends no mail. It shows here what it would have sent.</p>' +
    `${items.length === 0 ? '<p>There is no mail yet.</p>' : items.join('')}</body></html>`
  );
}

/** Escapes a text for HTML and turns its URLs into links. */
function withLinks(text: string): string {
  return escape(text).replaceAll(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
