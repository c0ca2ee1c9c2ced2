/** The page's only script: shows the filter form, and hides the rules that it does not match. */
export const FILTER = `
const form = document.getElementById('filter');
form.hidden = false;
const rules = [...document.querySelectorAll('.rule')];
function filter() {
  const words = form.words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const boxes = [...form.querySelectorAll('[name=verdict]')];
  const verdicts = boxes.filter((box) => box.checked).map((box) => box.value);
  let shown = 0;
  for (const rule of rules) {
    const text = rule.textContent.toLowerCase();
    const matches = words.every((word) => text.includes(word));
    rule.hidden = !matches || !verdicts.includes(rule.dataset.verdict);
    if (!rule.hidden) shown += 1;
  }
  for (const section of document.querySelectorAll('section'))
    section.hidden = !section.querySelector('.rule:not([hidden])');
  form.querySelector('output').textContent = shown + ' of ' + rules.length + ' rules';
}
form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
filter();
`;
