import {foundIssues, issueRow, print, readIssue, upload, uploaded} from './content-kit.ts';
import {asList, type Probe, type Probes, sometimes, type Value} from './probe-kit.ts';

/** Shows when an upload with these changes is not answered so. */
function answers(changes: Value, status: number): Probe {
  return async (site) => (await upload(site, changes)).status !== status;
}

/** Shows when the terms of new content are not these. */
function keeps(term: string, names: string[]): Probe {
  return async (site) => {
    const {id} = await uploaded(site, {[term]: names});
    const kept = (await issueRow(site, id))[term];
    return JSON.stringify(kept) !== JSON.stringify(names);
  };
}

/** Shows when a price is not stored with these cents. */
function costs(amount: number, cents: number): Probe {
  return async (site) => {
    const issue = await uploaded(site, {prices: {USD: amount}});
    return asList(issue.price_morph)[0]?.amount_in_cents !== cents;
  };
}

/** The form of uploads. */
export const uploadForms: Probes = {
  'upload-day-optional': answers({publication_date: undefined}, 422),
  'upload-name-optional': answers({name: undefined}, 422),
  'upload-file-optional': answers({file_url: undefined}, 422),
  'upload-external-optional': answers({external_id: undefined}, 422),
  'upload-external-unchecked': answers({external_id: 'lyra:tide-tables'}, 422),
  'upload-day-any': answers({publication_date: '03/02/2026'}, 422),
  'upload-extension-any': answers({extension: 'docx'}, 422),
  'upload-file-unchecked': answers({file_url: 'a book'}, 422),
  'upload-mpga-refused': answers({extension: 'mpga'}, 201),
  'upload-description-required': answers({description: undefined}, 201),
  'upload-bisac-refused': answers({bisac: [{code: 'FIC000000'}]}, 201),
  'upload-publisher-refused': answers({publisher: ['Lyra']}, 201),
  'upload-prices-refused': answers({prices: {USD: 5}}, 201),
  'upload-currency-any': answers({prices: {XXX: 5}}, 422),
  'upload-lang-any': answers({lang: 'spanish'}, 422),
  'upload-contents-refused': answers({table_of_contents: {One: 1}}, 201),
  'upload-png-refused': answers({cover: 'https://files.example/a.png'}, 201),
  'upload-cover-any': answers({cover: 'https://files.example/a.gif'}, 422),
  'upload-free-ignored': async (s) => (await uploaded(s, {free: true})).free !== true,
};

let twins = 0;

/** Values of uploads that are not ordinary. */
export const uploadValues: Probes = {
  'upload-day-impossible': answers({publication_date: '2026-02-30'}, 422),
  'upload-leap-day-refused': answers({publication_date: '2024-02-29'}, 201),
  'upload-signed-refused': answers({file_url: 'https://files.example/a.epub?sig=b%2Fc'}, 201),
  'upload-name-emoji-crashes': answers({name: 'Shelf 📚'}, 201),
  'upload-name-escaped': async (s) => (await uploaded(s, {name: 'R & B'})).name !== 'R & B',
  'upload-author-comma-splits': keeps('author', ['Brandt, Ines']),
  'upload-country-accent-refused': answers({country: ['Perú']}, 201),
  'upload-keyword-empty-refused': answers({keyword: []}, 201),
  'upload-bisac-two-refused': answers({bisac: [{code: 'FIC000000'}, {code: 'HIS037000'}]}, 201),
  'upload-price-zero-dropped': costs(0, 0),
  'upload-price-cents-cut': costs(19.99, 1999),
  'upload-currency-hnl-refused': answers({prices: {HNL: 200}}, 201),
  'upload-lang-unknown-code': answers({lang: 'xx'}, 422),
  'upload-lang-common-only': answers({lang: 'qu'}, 201),
  'upload-contents-list-refused': answers({table_of_contents: [{title: 'One'}]}, 201),
  'upload-cover-path-refused': answers({cover: '/covers/a.png'}, 201),
  'upload-cover-contains': answers({cover: 'https://files.example/a.jpg.exe'}, 422),
  'upload-refused-stored': async (s) => {
    await upload(s, {cover: 'https://files.example/a.gif', external_id: 'refused-1'});
    return (await readIssue(s, 'refused-1')).status !== 404;
  },
  'upload-external-race': sometimes(async (s) => {
    twins += 1;
    const twin = {external_id: `twin-${twins}`};
    const both = await Promise.all([upload(s, twin), upload(s, twin)]);
    return both.filter((one) => one.status === 201).length !== 1;
  }),
  'upload-external-of-printed-free': async (s) => {
    await print(s, {external_id: 'printed-1'});
    return (await upload(s, {external_id: 'printed-1'})).status !== 422;
  },
  'upload-open': async (s) => (await upload(s, {}, {token: null})).status !== 401,
};

const off = {role: 'admin', on: false};

/** Printed books, and what the operator has not switched on. */
export const printedBooks: Probes = {
  'printed-file-needed': async (s) => (await print(s)).status !== 201,
  'printed-without-type': async (s) => {
    return (await print(s, {type: undefined, pages: 120})).status !== 422;
  },
  'printed-contents-as-json': async (s) => {
    return (await print(s, {table_of_contents: '<ol><li>One</li></ol>'})).status !== 201;
  },
  'printed-stock-refused': async (s) => (await print(s, {stock: 4})).status !== 201,
  'printed-stock-zero-refused': async (s) => (await print(s, {stock: 0})).status !== 201,
  'printed-place-refused': async (s) => {
    return (await print(s, {editing_location: 'Rosario'})).status !== 201;
  },
  'printed-pages-fraction': async (s) => (await print(s, {pages: 12.5})).status !== 422,
  'printed-width-large-refused': async (s) => (await print(s, {width: 120})).status !== 201,
  'printed-binding-listed-only': async (s) => {
    return (await print(s, {binding_type: 'spiral'})).status !== 201;
  },
  'printed-off-served': async (s) => {
    return (await print(s, {}, {token: s.key('second-store')})).status !== 403;
  },
  'printed-off-stored': async (s) => {
    await s.hook('switch-physical', off);
    await print(s, {name: 'Thrown away'});
    return (await foundIssues(s, 'Thrown away')).length !== 0;
  },
  'limited-uploads': async (s) => {
    return (await upload(s, {}, {token: s.key('limited-admin')})).status !== 403;
  },
  'content-off-uploads': async (s) => {
    await s.hook('switch-content', off);
    return (await upload(s)).status !== 403;
  },
};
