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
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandbox mailbox</title></head><body>' +
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
