import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Writes a self-signed certificate for these host names, and its key, into a folder. Needs `openssl`. */
export async function makeCertificate(folder: string, ...names: string[]) {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const alternatives = `subjectAltName=${names.map((name) => `DNS:${name}`).join()}`
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const options = ['-x509', '-days', '2', '-subj', `/CN=${names[0]}`, '-addext', alternatives, ...algorithm]
  await promisify(execFile)('openssl', ['req', ...options, '-keyout', key, '-out', certificate])
  return { certificate, key }
}
