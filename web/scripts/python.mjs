// Runs Python with the house on its path: the project's own environment where there is one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const web = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(web);
const own = join(root, '.venv', 'bin', 'python');

export function python(args) {
  const ran = spawnSync(existsSync(own) ? own : 'python3', args, {
    cwd: web,
    env: { ...process.env, PYTHONPATH: join(root, 'src') },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (ran.status !== 0) throw new Error(`python ${args.join(' ')} failed (${ran.status ?? ran.error})`);
  return ran.stdout;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.stdout.write(python(process.argv.slice(2)));
