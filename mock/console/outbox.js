import {html} from './standalone.module.js';
import {of} from './server.js';
import {useLoaded} from './use-loaded.js';

/** The mails that a real store would have sent. */
export function Outbox({world, version, fail}) {
  const outbox = useLoaded(of(world, '/outbox'), version, fail);
  return html`<div class="page" tabindex="0">
    <h2>Outbox</h2>
    ${!outbox?.mail.length && html`<p class="quiet">No mail.</p>`}
    ${[...(outbox?.mail ?? [])].reverse().map(
      (mail) =>
        html`<article key=${mail.id}>
          <h3>${mail.subject}</h3>
          <p class="quiet">
            To ${mail.to}, ${mail.at}, from store ${mail.store}, ${mail.kind}, order ${mail.order}
          </p>
          <p class="mail">
            ${mail.text
              .split('\n')
              .map((line) => [
                mail.links.includes(line)
                  ? html`<a href=${line} rel="noreferrer">${line}</a>`
                  : line,
                '\n',
              ])}
          </p>
        </article>`,
    )}
  </div>`;
}
