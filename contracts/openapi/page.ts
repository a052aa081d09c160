import { callersOf, type Documented } from './document.ts';

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The calls as an HTML page without scripts, which the strict content security policy allows. */
export function openApiPage(calls: readonly Documented[], document: object): string {
  // document.ts builds these paths, but its type is only JSON.
  const operations = (document as { paths: Record<string, Record<string, object>> }).paths;
  const sections = calls.map(({ endpoint: { method, path }, policy }) => {
    const place = `/api${path.replace(/:(\w+)/g, '{$1}')}`;
    const operation = operations[place]?.[method.toLowerCase()] ?? {};
    return `<details><summary><b>${method}</b> <code>${escaped(place)}</code> <small>${escaped(callersOf(policy))}</small></summary><pre>${escaped(JSON.stringify(operation, null, 2))}</pre></details>`;
  });
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
