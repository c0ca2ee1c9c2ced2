import {escaped, page} from '../http/page-frame.ts';
import {DEMO_PASSWORD} from '../store/users/template.ts';
import type {SessionData} from '../store/auth-sessions/session-data.ts';

/** The data of all pages of a store. */
export interface StorePage {
  /** Name of the store. */
  store: string;
  /** Path of the store's pages, without a slash at the end. */
  base: string;
}

const MOCK_EXPLAINED =
  '<p class="quiet">This is a store of a mock (presscheck): it has users and sessions, and nothing ' +
  'to read.</p>';

/**
 * The initial page of a store, to which everybody is redirected who is not signed in.
 * @param isSignedIn whether the visitor has a session
 */
export const initialPage = ({store, base}: StorePage, isSignedIn: boolean): string =>
  page(
    store,
    `<h1><bdi>${escaped(store)}</bdi></h1>
<p>${
      isSignedIn
        ? `You are signed in. <a href="${escaped(base)}/library">Open your library</a>`
        : `<a href="${escaped(base)}/sign-in">Sign in</a> to open your library.`
    }</p>
${MOCK_EXPLAINED}`,
  );

/** The values in the form after a refused sign-in. */
export interface RefusedForm {
  email: string;
  /** The message for the visitor. */
  message: string;
}

/** The page on which a user signs in with the password. It needs no script. */
export const signInPage = ({store, base}: StorePage, refused?: RefusedForm): string =>
  page(
    `Sign in to ${store}`,
    `<h1>Sign in to <bdi>${escaped(store)}</bdi></h1>
${refused ? `<p role="alert">${escaped(refused.message)}</p>` : ''}
<form method="post" action="${escaped(base)}/sign-in">
<label class="field" for="email">Email
<input id="email" name="email" type="email" autocomplete="username" maxlength="320" required value="${escaped(refused?.email ?? '')}"${refused ? '' : ' autofocus'}>
</label>
<label class="field" for="password">Password
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="255" required${refused ? ' autofocus' : ''}>
</label>
<div class="answers"><button class="primary">Sign in</button></div>
</form>
<p class="quiet">Readers of the demo world, for example <code>boris.hale@readers.example</code>, sign in with the password <code>${DEMO_PASSWORD}</code>. A user
whom an order created has no password: give one through the API (<code>new_password</code>).</p>
${MOCK_EXPLAINED}`,
  );

/** The data of a signed-in user's page. */
export interface Library extends StorePage {
  email: string;
  data: SessionData;
  /** When the session ends without another visit, in the form of the store. */
  expires: string;
}

const clientIn = (data: SessionData): string =>
  data.type === 'web'
    ? `${data.browser} on ${data.os} (${data.device})`
    : `${data.app_name} ${data.app_version} on ${data.os} ${data.os_version}`;

/** The page of a signed-in user. */
export const libraryPage = ({store, base, email, data, expires}: Library): string =>
  page(
    `Library at ${store}`,
    `<h1>Your library at <bdi>${escaped(store)}</bdi></h1>
<p><strong>${escaped(email)}</strong> is signed in with ${escaped(clientIn(data))}.</p>
<p class="quiet">Without another visit the session ends at <time>${escaped(expires)}</time>.</p>
<form method="post" action="${escaped(base)}/sign-out">
<div class="answers"><button>Sign out</button></div>
</form>
${MOCK_EXPLAINED}`,
  );
