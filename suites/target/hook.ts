import {execFile, type ExecFileException} from 'node:child_process';
import {Client, type Dispatcher} from 'undici';
import {requestTarget} from '../../spec/request-target.ts';
import {isRedirect, isSuccessStatus} from '../../spec/status.ts';
import {markForCut} from '../language/cut.ts';
import {jsonIn, TooMuchJson} from './bounded-json.ts';
import type {CommandHook, Hook, HttpHook} from './config.ts';
import {decoded} from './content-coding.ts';
import {textToSend, withSubstitutes} from './long-integers.ts';
import type {Proxies} from './proxies.ts';
import {connectorThrough} from './tunnel.ts';

/** Milliseconds that a hook may take. */
const MAX_HOOK_MS = 60_000;

/** Bytes that a hook may print or answer. */
const MAX_BYTES = 1_000_000;

/** Characters of what a failed hook printed or answered that a message shows. */
const MAX_SHOWN_CHARS = 300;

/** Statuses with which an HTTP hook says that it does not know the verb. */
const UNKNOWN_STATUSES: readonly number[] = [404, 501];

/** The exit code of a command that does not know the verb: that of a shell for an unknown command. */
const UNKNOWN_CODE = 127;

/** Codes of connections that were never made: the hook cannot have done anything. */
const NOT_CONNECTED: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * A hook failed in the way that says that it does not know the verb, or it could not be called at
 * all: nothing has happened.
 */
export class HookUnknown extends Error {
  override name = 'HookUnknown';
}

/**
 * Runs a hook: a command with the input on its standard input, in the folder of the configuration,
 * or a POST with it as body.
 * @param hardStop breaks it off
 * @param proxies through which an HTTP hook is called; none if absent
 * @returns the JSON that it printed or answered; undefined for none
 * @throws HookUnknown for the status or exit code of a verb that the hook does not know, for a command
 * that cannot be started and a server that cannot be connected to, else Error; both say how the hook
 * failed, with what it printed or answered
 */
export function runHook(
  hook: Hook,
  input: object,
  hardStop?: AbortSignal,
  proxies?: Proxies,
): Promise<unknown> {
  const signal = AbortSignal.any([
    AbortSignal.timeout(MAX_HOOK_MS),
    ...(hardStop ? [hardStop] : []),
  ]);
  return 'command' in hook
    ? runCommand(hook, input, signal)
    : callUrl(hook, input, signal, proxies);
}

function runCommand(
  {command, folder}: CommandHook,
  input: object,
  signal: AbortSignal,
): Promise<unknown> {
  const [program = '', ...args] = command;
  const options = {
    maxBuffer: MAX_BYTES,
    killSignal: 'SIGKILL' as const,
    ...(folder !== undefined && {cwd: folder}),
    signal,
  };
  return new Promise((fulfil, reject) => {
    const ended = (error: ExecFileException | null, stdout: string, stderr: string): void => {
      if (error) return reject(failureOf(program, error, exitOf(error), stderr || stdout));
      try {
        fulfil(jsonOf(stdout));
      } catch (mistake) {
        const how = `printed no JSON${whyNot(mistake)}`;
        reject(failureOf(program, error, how, stderr || stdout));
      }
    };
    try {
      const child = execFile(program, args, options, ended);
      // Node itself sends SIGTERM, which a command may ignore.
      signal.addEventListener('abort', () => child.kill('SIGKILL'), {once: true});
      // A command that does not read its input is no failure.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(textToSend(JSON.stringify(input)));
    } catch (error) {
      // Node reports ENOENT and EACCES to the callback, and throws the others.
      ended(error as ExecFileException, '', '');
    }
  });
}

/** The error of a command that failed, with what it printed. */
function failureOf(
  program: string,
  error: ExecFileException | null,
  how: string,
  printed: string,
): Error {
  const isUnknown = error?.code === UNKNOWN_CODE || isUnstarted(error);
  const Failure = isUnknown ? HookUnknown : Error;
  return new Failure(`the hook ${program} ${how}${shown(printed)}`);
}

/** Whether a command never ran: its program or folder does not exist or may not be used. */
const isUnstarted = (error: NodeJS.ErrnoException | ExecFileException | null): boolean =>
  String((error as NodeJS.ErrnoException | null)?.syscall).startsWith('spawn');

/** How a command ended, without its arguments: they may be secrets. */
function exitOf({code, signal, cause}: ExecFileException): string {
  if (isTimeout(cause)) return `took longer than ${MAX_HOOK_MS / 1000} s`;
  if (code === 'ABORT_ERR') return 'was broken off';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `printed more than ${MAX_BYTES} bytes`;
  if (typeof code === 'number') return `ended with exit code ${code}`;
  return signal ? `was ended by ${signal}` : `could not be started (${code ?? 'unknown error'})`;
}

const isTimeout = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError';

async function callUrl(
  {url, token}: HttpHook,
  input: object,
  signal: AbortSignal,
  proxies: Proxies | undefined,
): Promise<unknown> {
  const to = requestTarget(url);
  if (!to) throw new Error(`the hook ${url} could not be called (it is no URL)`);
  const proxy = proxies?.of(url);
  const connect = proxy ? connectorThrough(proxy, {timeout: MAX_HOOK_MS}) : {};
  const client = new Client(to.origin, {connect});
  const response = await connected(client, url, {
    method: 'POST',
    path: to.target,
    signal,
    body: textToSend(JSON.stringify(input)),
    // A kept connection may be closed just as a call is sent on it, and no call is sent twice.
    reset: true,
    headers: {
      'content-type': 'application/json',
      ...(token && {authorization: `Bearer ${token}`}),
    },
  });
  const text = await textOf(response, url).finally(() => void client.destroy());
  if (!isSuccessStatus(response.statusCode)) {
    const Failure = UNKNOWN_STATUSES.includes(response.statusCode) ? HookUnknown : Error;
    throw new Failure(`the hook ${url} answered ${response.statusCode}${shown(text, token)}`);
  }
  try {
    return jsonOf(text);
  } catch (mistake) {
    throw new Error(`the hook ${url} answered no JSON${whyNot(mistake)}${shown(text, token)}`);
  }
}

/** Sends a request. @throws HookUnknown when no connection was made, Error for any other trouble */
async function connected(
  client: Client,
  url: string,
  request: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> {
  try {
    const response = await client.request(request);
    if (!isRedirect(response.statusCode)) return response;
    throw new Error(`it answered ${response.statusCode}, and redirects are not followed`);
  } catch (error) {
    void client.destroy();
    const {message, code} = error as NodeJS.ErrnoException;
    const Failure = NOT_CONNECTED.includes(code ?? '') ? HookUnknown : Error;
    const why = typeof code === 'string' ? code : message;
    throw new Failure(`the hook ${url} could not be called (${why})`);
  }
}

/** The text of a response. @throws Error for one that is too long, or does not end in time */
async function textOf({body, headers}: Dispatcher.ResponseData, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(body, String(headers['content-encoding'] ?? ''))) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) break;
    }
  } catch (error) {
    throw new Error(`the hook ${url} broke its answer off (${(error as Error).message})`);
  }
  if (size > MAX_BYTES) throw new Error(`the hook ${url} answered more than ${MAX_BYTES} bytes`);
  return Buffer.concat(chunks).toString();
}

const jsonOf = (text: string): unknown =>
  text.trim() === '' ? undefined : jsonIn(withSubstitutes(text));

/** What is wrong with a text, where that is more than that it is no JSON. */
const whyNot = (mistake: unknown): string =>
  mistake instanceof TooMuchJson ? ` that is read: ${mistake.message}` : '';

/**
 * A text as a message ends with it: on one line, without the hook's own token. It is marked where
 * `Redaction` cuts it: only a run knows all secrets that may stand in it.
 */
function shown(text: string, token?: string): string {
  const open = token ? text.replaceAll(token, '<token>') : text;
  const line = open.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return '';
  return `: ${markForCut(line, MAX_SHOWN_CHARS)}`;
}
