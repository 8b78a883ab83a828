// Keeps package-lock.json to what an installation needs: names, versions, digests.
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
for (const each of Object.values(lock.packages)) {
  delete each.funding;
  delete each.resolved;
}
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
