import { startServer } from './server.ts'

/** Playwright's global setup: one server for all tests that do not start their own. */
export default async function startSharedServer(): Promise<() => Promise<void>> {
  const server = await startServer()
  process.env['E2E_ADDRESS'] = server.address
  process.env['E2E_DATA_FOLDER'] = server.dataFolder
  return server.stop
}

export function findSharedServer(): { address: string; dataFolder: string } {
  const { E2E_ADDRESS: address, E2E_DATA_FOLDER: dataFolder } = process.env
  if (!address || !dataFolder) throw new Error('The shared server has not been started')
  return { address, dataFolder }
}
