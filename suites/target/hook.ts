import {execFile} from 'node:child_process';
import type {Hook, HttpHook} from './config.ts';

/** Milliseconds that a hook may take. */
const TIMEOUT = 60_000;

/**
 * Runs a hook: a command with the input on its standard input, or a POST with it as body.
 * @returns the JSON that it printed or answered; undefined for none
 * @throws Error that says how the hook failed
 */
export const runHook = (hook: Hook, input: object): Promise<unknown> =>
  'command' in hook ? runCommand(hook.command, input) : callUrl(hook, input);

function runCommand([command = '', ...args]: string[], input: object): Promise<unknown> {
  return new Promise((fulfil, reject) => {
    const child = execFile(command, args, {timeout: TIMEOUT}, (error, stdout) => {
      if (error) return reject(new Error(`the hook ${command} failed: ${error.message}`));
      try {
        fulfil(stdout.trim() === '' ? undefined : JSON.parse(stdout));
      } catch {
        reject(new Error(`the hook ${command} printed no JSON`));
      }
    });
    // A command that does not read its input is no failure.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify(input));
  });
}

async function callUrl({url, token}: HttpHook, input: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
    body: JSON.stringify(input),
    headers: {
      'content-type': 'application/json',
      ...(token && {authorization: `Bearer ${token}`}),
    },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the hook ${url} answered ${response.status}`);
  return text === '' ? undefined : JSON.parse(text);
}
