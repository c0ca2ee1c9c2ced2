// Publishes a book from a web page. For tests: a page for the public has no key, and gets its upload link from a backend.
// Serve this folder on any origin, and start the mock with --cors ORIGIN.

/** Sends the book by a presigned link, registers it, and reads it back. Returns what came of it. */
async function publish(api, key, book) {
  const headers = {authorization: `Bearer ${key}`, 'content-type': 'application/json'};
  const call = async (path, body) => {
    const sent = body && {method: 'POST', body: JSON.stringify(body)};
    return answered(await fetch(`${api}/api/v1${path}`, {headers, ...sent}));
  };
  const file = {original_filename: book.name, size_bytes: book.size};
  const upload = await (await call('/uploads', file)).json();
  await answered(
    await fetch(upload.upload_url, {method: 'PUT', headers: upload.upload_headers, body: book}),
  );
  const id = upload.publication_id;
  await call('/publications', {publication_id: id, key: upload.key, ...file});
  const {current_file_id: current} = await (await call(`/publications/${id}/files`)).json();
  const read = await (await call(`/files/${current}/download`)).blob();
  return `published ${id}, ${read.size} bytes`;
}

async function answered(response) {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

const form = document.querySelector('form');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const {api, key, book} = form.elements;
  const show = (text) => (document.querySelector('[role=status]').textContent = text);
  await publish(api.value, key.value, book.files[0]).then(show, (error) =>
    show(`not published: ${error.message}`),
  );
});
