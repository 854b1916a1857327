import { expect, it } from 'vitest'
import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { findZone, offsetOf } from './zones.ts'

/** Minutes east of UTC in January and in July. */
function readOffsets(zone = ''): number[] {
  return [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)].map((utc) => offsetOf(zone)(utc) / 60_000)
}

it.each(WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001'))(
  'reads the Windows zone name $windowsName',
  ({ windowsName, iana }) => expect(readOffsets(findZone(windowsName))).toEqual(readOffsets(iana[0])),
)

it.each([
  ['Pacific Standard Time', [-480, -420]],
  ['Taipei Standard Time', [480, 480]],
  ['Lord Howe Standard Time', [660, 630]],
  ['(UTC-05:00) Eastern Time (US & Canada)', [-300, -240]],
  ['/citadel.org/20190914_1/America/New_York', [-300, -240]],
  ['UTC', [0, 0]],
  ['Armenian Standard Time', [240, 240]],
  ['Coordinated Universal Time', [0, 0]],
  ['Kamchatka Standard Time', [720, 720]],
  ['Mexico Standard Time', [-360, -360]],
  ['Mexico Standard Time 2', [-360, -360]],
  ['Mid-Atlantic Standard Time', [-120, -120]],
  ['tzone://Microsoft/Utc', [0, 0]],
])('reads %s', (name, offsets) => expect(readOffsets(findZone(name))).toEqual(offsets))

it.each(['Customized Time Zone', 'Atlantis Standard Time', '__proto__', '+08', ''])(
  'does not know the zone %j',
  (name) => expect(findZone(name)).toBeUndefined(),
)
