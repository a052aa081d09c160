// The health check of a container: succeeds while /readyz of the process on the given port answers 200. Plain JavaScript,
// because loading TypeScript would cost half a second of processor time at each check.
const [port] = process.argv.slice(2);
const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
