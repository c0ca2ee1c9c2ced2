import {changeIssue, deleteIssue, foundIssues, issueRow, print, printed} from './content-kit.ts';
import {readIssue, upload, uploaded} from './content-kit.ts';
import {hook, mayRead, order, ordered, productsOf, readOrder} from './commerce-kit.ts';
import {asList, asObject, type Site, type Value} from './probe-kit.ts';
import {answered, holds} from './self-assert.ts';

const CURRENCIES = 'USD ARS EUR MXN COP PEN CLP AUD UYU BOB PYG BRL INR GTQ HNL'.split(' ');

const REFUSED: Value[] = [
  {publication_date: undefined},
  {publication_date: '03/02/2026'},
  {publication_date: '2026-02-30'},
  {name: undefined},
  {name: ' '},
  {extension: undefined},
  {extension: 'docx'},
  {file_url: undefined},
  {file_url: 'a book'},
  {external_id: undefined},
  {external_id: 'x'.repeat(65)},
  {external_id: 'lyra:tide-tables'},
  {free: 'yes'},
  {bisac: ['FIC000000']},
  {bisac: [{code: 'fiction'}]},
  {collection: 'Field Guides'},
  {collection: ['Nowhere']},
  {author: [7]},
  {prices: []},
  {prices: {XXX: 1}},
  {prices: {USD: '9'}},
  {prices: {USD: -1}},
  {lang: 'spanish'},
  {lang: 'xx'},
  {table_of_contents: '<ol>'},
  {cover: 'https://files.example/cover.gif'},
  {cover: '/cover'},
  {description: 7},
  {type: 'audio'},
];

const ACCEPTED: Value[] = [
  {extension: 'pdf'},
  {extension: 'mp3'},
  {extension: 'mpga'},
  {description: '<p>Öl &amp; water</p>', free: true},
  {bisac: [{code: 'FIC000000'}, {code: 'HIS037000'}]},
  {collection: ['Maps & Atlases'], author: ['Ana', 'Bo'], country: ['Perú'], category: []},
  {publisher: ['Lyra'], keyword: ['sea', 'tide']},
  {prices: Object.fromEntries(CURRENCIES.map((code, index) => [code, index + 0.5]))},
  {lang: 'qu', table_of_contents: [{title: 'One', page: 3}]},
  {table_of_contents: '{"One": 3}', cover: 'https://files.example/a.JPG?x=1'},
  {cover: '/covers/a.png', publication_date: '2024-02-29'},
  {description: null, free: null, cover: null},
];

const PRINT_REFUSED: Value[] = [
  {pages: 1.5},
  {height: '23'},
  {width: -1},
  {weight: 'heavy'},
  {thickness: true},
  {stock: 'many'},
  {binding_type: 7},
  {editing_location: []},
  {table_of_contents: {One: 3}},
];

async function checkAnswer(site: Site): Promise<void> {
  const prices = {USD: 9.99, ARS: 12_000};
  const answer = await upload(site, {name: 'Año & "Co"', prices, extension: 'mp3', lang: 'en'});
  answered(answer, 201, 'upload');
  holds(answer.json.CODE === 'success' && typeof answer.data.message === 'string', 'message');
  const issue = asObject(answer.data.issue);
  holds(issue.name === 'Año & "Co"' && issue.lang === 'en', 'echo');
  holds(asObject(issue.published_at).date === '2026-02-03 00:00:00', 'published_at');
  holds(asObject(issue.published_at).timestamp === Date.UTC(2026, 1, 3, 3) / 1000, 'timestamp');
  const cents = asList(issue.price_morph).map((one) => one.amount_in_cents);
  holds(cents.includes(999) && cents.includes(1_200_000), 'price_morph');
  holds(asObject(issue.file).issue_id === issue.id, 'file');
  holds(issue.conversion_status === 'started_dispatching_conversion', 'conversion begins');
  site.clock.time += 90_000;
  const row = await issueRow(site, issue.id);
  holds(row.conversion_status === 'done', 'conversion ends');
  holds(row.file_type === 'mp3' && row.publication_date === '2026-02-03', 'row');
}

async function checkUpdates(site: Site): Promise<void> {
  const issue = await uploaded(site, {author: ['Ana', 'Bo'], keyword: ['sea'], free: true});
  answered(await changeIssue(site, issue, {author: ['Bo'], name: 'After'}), 204, 'update');
  const row = await issueRow(site, issue.id);
  holds(row.name === 'After' && row.free === true && row.version === 2, 'stored');
  holds(String(row.author) === 'Bo' && String(row.keyword) === '', 'taxonomy is replaced');
  answered(await changeIssue(site, issue, {extension: 'epub'}), 204, 'the same type');
  answered(await changeIssue(site, issue, {extension: 'pdf'}), 422, 'another type');
  answered(await changeIssue(site, issue, {file_url: 'https://x.example/2'}), 422, 'another file');
  answered(await changeIssue(site, issue, {type: 'physical'}), 422, 'another kind');
  answered(await changeIssue(site, issue, {external_id: 'lyra:niño'}), 422, 'taken');
  answered(await changeIssue(site, issue, {name: undefined}), 422, 'without a name');
  answered(await changeIssue(site, {...issue, id: 999_999_999}), 404, 'unknown');
  answered(await changeIssue(site, {...issue, id: 'isbn-1'}), 404, 'by external_id');
  const made = await ordered(site, 'permission', {
    products: [{type: 'content', id: issue.external_id}],
  });
  answered(await changeIssue(site, issue, {external_id: 'isbn-moved'}), 204, 'another external_id');
  const product = productsOf((await readOrder(site, made)).data)[0] ?? {};
  holds(product.id === 'isbn-moved' && typeof product.reader_url === 'string', 'orders follow');
}

async function checkEnd(site: Site): Promise<void> {
  const issue = await uploaded(site);
  const products = [{type: 'content', id: issue.external_id}];
  answered(await order(site, 'permission', {products}), 201, 'to be ordered');
  answered(await deleteIssue(site, issue.id, {token: site.key('second-store')}), 404, 'not theirs');
  answered(await deleteIssue(site, issue.external_id), 200, 'delete');
  answered(await readIssue(site, issue.id), 404, 'gone');
  answered(await deleteIssue(site, issue.id), 404, 'again');
  answered(await order(site, 'permission', {products}), 400, 'not to be ordered');
  holds(await mayRead(site, undefined, String(issue.external_id)), 'still to be read');
  holds((await foundIssues(site, String(issue.id))).length === 0, 'not found');
  answered(await upload(site, {external_id: issue.external_id}), 201, 'the external_id is free');
  const licensed = (await issueRow(site, 'lyra:almanac-04')).id;
  answered(await deleteIssue(site, licensed), 403, 'licensed');
  answered(await changeIssue(site, {id: licensed, name: 'x', external_id: 'y'}), 403, 'licensed');
}

async function checkPrinted(site: Site): Promise<void> {
  const book = await printed(site, {pages: 120, stock: 4, height: 20, table_of_contents: '<ol>'});
  const {pages, stock} = asObject(book.physical);
  holds(pages === 120 && stock === true && book.file === null, 'printed');
  for (const changes of PRINT_REFUSED) {
    answered(await print(site, changes), 422, JSON.stringify(changes));
  }
  answered(await print(site, {stock: false}), 201, 'stock as boolean');
  const limited = {token: site.key('limited-admin')};
  answered(await print(site, {}, {token: site.key('second-store')}), 403, 'not enabled');
  answered(await upload(site, {}, limited), 403, 'not permitted');
  answered(await readIssue(site, book.id, limited), 200, 'reads are');
  await hook(site, 'switch-physical', {on: false});
  answered(await print(site), 403, 'switched off');
  answered(await upload(site), 201, 'digital goes on');
  await hook(site, 'switch-content', {on: false});
  answered(await upload(site), 403, 'content off');
  answered(await changeIssue(site, book), 403, 'update off');
  answered(await deleteIssue(site, book.id), 403, 'delete off');
  answered(await readIssue(site, book.id), 200, 'reads go on');
}

/** Content: uploads, updates, deletions, printed books. */
export async function checkContent(site: Site): Promise<void> {
  for (const changes of REFUSED) {
    const answer = await upload(site, changes);
    answered(answer, 422, JSON.stringify(changes));
    const field = Object.keys(changes)[0] ?? '';
    holds(Object.hasOwn(asObject(answer.json.errors), field), `errors.${field}`);
  }
  for (const changes of ACCEPTED) {
    answered(await upload(site, changes), 201, JSON.stringify(changes));
  }
  for (const part of [checkAnswer, checkUpdates, checkEnd, checkPrinted]) {
    site.clock.time += 61_000;
    await part(site);
  }
}
