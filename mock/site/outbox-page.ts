import {escaped, page} from '../http/page-frame.ts';

/** A mail in the form of the outbox page. */
export interface PageMail {
  store: string;
  to: string;
  kind: string;
  order: string;
  subject: string;
  text: string;
  /** ISO 8601. */
  at: string;
  links: string[];
}

const link = (url: string): string =>
  `<a href="${escaped(url)}" rel="noreferrer">${escaped(url)}</a>`;

/** A text with its links to follow. */
const linked = (text: string, links: readonly string[]): string =>
  text
    .split('\n')
    .map((line) => (links.includes(line) ? link(line) : escaped(line)))
    .join('<br>');

const entry = ({store, to, kind, order, subject, text, at, links}: PageMail): string => `<li>
<strong>${escaped(subject)}</strong> <small>${escaped(kind)}</small>
<p>To <bdi>${escaped(to)}</bdi>, from store <code>${escaped(store)}</code>, at ${escaped(at)},
about order <code>${escaped(order)}</code>.</p>
<p>${linked(text, links)}</p>
</li>`;

/** The page that lists the mails of a world, newest first. */
export function outboxPage(world: string, mails: readonly PageMail[]): string {
  const none = '<p>No store of this world has sent a mail yet.</p>';
  const list = `<ol reversed>\n${mails.map(entry).join('\n')}\n</ol>`;
  return page(
    `Outbox of ${world}`,
    `<h1>Outbox of world <code>${escaped(world)}</code></h1>
${mails.length ? list : none}
<p class="quiet">Nothing was sent: these are the mails that a real store would have sent.</p>`,
  );
}
