/**
 * The only script of the page: it shows the filter form, hides the rules that do not match, and expands the targets of
 * links.
 */
export const FILTER = `
const form = document.getElementById('filter');
const rules = [...document.querySelectorAll('.rule')];
function filter() {
  const words = form.words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const boxes = [...form.querySelectorAll('[name=verdict]')];
  const verdicts = boxes.filter((box) => box.checked).map((box) => box.value);
  const isFiltering = words.length > 0 || verdicts.length < boxes.length;
  let shown = 0;
  for (const rule of rules) {
    const text = rule.textContent.toLowerCase();
    const matches = words.every((word) => text.includes(word));
    rule.hidden = !matches || !verdicts.includes(rule.dataset.verdict);
    if (!rule.hidden) shown += 1;
  }
  for (const group of document.querySelectorAll('.chapter > details:not(.rule)')) {
    group.hidden = !group.querySelector('.rule:not([hidden])');
    group.open = isFiltering && !group.hidden;
  }
  for (const chapter of document.querySelectorAll('.chapter'))
    chapter.hidden = !chapter.querySelector('.rule:not([hidden])');
  form.querySelector('output').textContent = shown + ' of ' + rules.length + ' rules';
}
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let one = target; one; one = one.parentElement)
    if (one.tagName === 'DETAILS') one.open = true;
  if (target) target.scrollIntoView();
}
if (form) {
  form.hidden = false;
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  filter();
}
addEventListener('hashchange', unfold);
unfold();
`;
