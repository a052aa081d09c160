const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The same document as a page to read: without scripts, so the Content-Security-Policy allows it. */
export function docsPage(document: object): string {
  // The output of @fastify/swagger.
  const { paths } = document as { paths: Record<string, Record<string, { description?: string }>> };
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]) =>
        `<details><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> <small>${escaped(operation.description ?? '')}</small></summary><pre>${escaped(JSON.stringify(operation, null, 2))}</pre></details>`,
    ),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Lead Management System</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
summary { cursor: pointer; padding: .35rem 0; }
pre { overflow: auto; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
small { opacity: .7; }
</style>
</head>
<body>
<h1>API</h1>
<p>Every call of the Lead Management System, with a bearer token where one is needed. For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
</body>
</html>`;
}
