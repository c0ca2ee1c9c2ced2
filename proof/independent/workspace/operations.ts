import {getAccount, getAccountUsage} from './account.ts';
import {downloadFile, getCurrentPublicationFile, listPublicationFiles} from './files.ts';
import {Refusal, type Answer} from './http.ts';
import {getPublication} from './library.ts';
import {listPublications} from './list.ts';
import type {Context} from './context.ts';
import {getPublicationReader} from './reader.ts';
import {getReport, getRun, startRun} from './runs.ts';
import {catalog} from './tools.ts';
import {spoiledAnswer} from './part-d/answers.ts';
import {instead} from './part-d/instead.ts';
import {afterRefusal} from './part-e/refusals.ts';
import {together} from './part-f/races.ts';
import {inTurn} from './part-g/apply.ts';
import {inTurn as inTurnOfH} from './part-h/apply.ts';
import {shaped} from './variants/shapes.ts';
import {createPublication, createUpload} from './uploads.ts';

/** An operation of the API, by whichever door it is called. */
export type Operation = {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  needs: readonly string[];
  run: (c: Context) => Answer | Promise<Answer>;
};

const READ = ['library:read'];
const WRITE = ['library:write'];
const ONE = '/publications/{publication}';

/** Every operation. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'tools',
    method: 'GET',
    path: '/tools',
    needs: ['tools:run'],
    run: (c) => ({status: 200, body: catalog(c.w, c.mcp)}),
  },
  {name: 'account', method: 'GET', path: '/account', needs: READ, run: getAccount},
  {name: 'usage', method: 'GET', path: '/account/usage', needs: READ, run: getAccountUsage},
  {name: 'reserve', method: 'POST', path: '/uploads', needs: WRITE, run: createUpload},
  {name: 'list', method: 'GET', path: '/publications', needs: READ, run: listPublications},
  {name: 'register', method: 'POST', path: '/publications', needs: WRITE, run: createPublication},
  {name: 'publication', method: 'GET', path: ONE, needs: READ, run: getPublication},
  {name: 'files', method: 'GET', path: `${ONE}/files`, needs: READ, run: listPublicationFiles},
  {
    name: 'current',
    method: 'GET',
    path: `${ONE}/files/current`,
    needs: READ,
    run: getCurrentPublicationFile,
  },
  {name: 'download', method: 'GET', path: '/files/{file}/download', needs: READ, run: downloadFile},
  {name: 'reader', method: 'GET', path: `${ONE}/reader`, needs: READ, run: getPublicationReader},
  {
    name: 'start',
    method: 'POST',
    path: `${ONE}/runs`,
    needs: ['tools:run', 'library:read'],
    run: startRun,
  },
  {name: 'run', method: 'GET', path: `${ONE}/runs/{run}`, needs: READ, run: getRun},
  {name: 'report', method: 'GET', path: `${ONE}/runs/{run}/report`, needs: READ, run: getReport},
  {name: 'run', method: 'GET', path: '/runs/{run}', needs: READ, run: getRun},
  {name: 'report', method: 'GET', path: '/runs/{run}/report', needs: READ, run: getReport},
];

/** What an operation answers, or what a faulty server answers in place of its refusal. */
async function ran(operation: Operation, c: Context): Promise<Answer> {
  try {
    return await together(c, operation.name, operation.run);
  } catch (error) {
    const given = error instanceof Refusal ? afterRefusal(c, operation.name, error) : undefined;
    if (given !== undefined) return given;
    throw error;
  }
}

/** Performs an operation; its body is as the variants write it. */
export function performed(operation: Operation, context: Context): Promise<Answer> {
  const inner = (c: Context): Promise<Answer> =>
    inTurn(c, operation.name, (one) => performedOnce(operation, one));
  return inTurnOfH(context, operation.name, inner);
}

async function performedOnce(operation: Operation, c: Context): Promise<Answer> {
  const answer = instead(c, operation.name) ?? (await ran(operation, c));
  return spoiledAnswer(c, operation.name, {...answer, body: shaped(c.w, answer.body)});
}

/** Matches a path with a template; the values of its places, or undefined. */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== value) return undefined;
    } else {
      if (value === '') return undefined;
      try {
        values[part.slice(1, -1)] = decodeURIComponent(value);
      } catch {
        values[part.slice(1, -1)] = value;
      }
    }
  }
  return values;
}
