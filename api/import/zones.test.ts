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
  ['(UTC) Coordinated Universal Time', [0, 0]],
  ['Greenwich Mean Time', [0, 0]],
  ['Z', [0, 0]],
  ['utc', [0, 0]],
  ['+08', [480, 480]],
  ['+0100', [60, 60]],
  ['-08:00', [-480, -480]],
  ['UTC-8', [-480, -480]],
  ['UTC+05:30', [330, 330]],
  ['GMT-0330', [-210, -210]],
  ['GMT+2', [120, 120]],
  ['Etc/GMT+2', [-120, -120]],
  ['(GMT +01:00)', [60, 60]],
  ['(UTC+01:00) Brussels, Copenhagen, Madrid, Paris', [60, 120]],
  ['(UTC+00:00) Dublin, Edinburgh, Lisbon, London', [0, 60]],
  ['(GMT+01.00) Amsterdam / Berlin / Bern / Rome', [60, 120]],
  ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', [330, 330]],
  ['(UTC-05:00) Paris', [-300, -300]],
  ['(GMT-08.00) Pacific Time (US & Canada); Tijuana', [-480, -420]],
  ['Pacific Time (US &amp; Canada)', [-480, -420]],
  ['Eastern Daylight Time', [-300, -240]],
  ['W. Europe Daylight Time', [60, 120]],
  ['GMT Standard Time 1', [0, 60]],
  ['"GMT Standard Time"', [0, 60]],
  ['korea standard time', [540, 540]],
  ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', [60, 120]],
  ['America-New_York', [-300, -240]],
  ['America/New York', [-300, -240]],
  ['america/new_york', [-300, -240]],
  ['US-Pacific', [-480, -420]],
  ['EDT', [-300, -240]],
  ['CDT', [-360, -300]],
  ['MDT', [-420, -360]],
  ['PDT', [-480, -420]],
  ['CEST', [60, 120]],
  ['MEZ', [60, 120]],
  ['MESZ', [60, 120]],
])('reads %s', (name, offsets) => expect(readOffsets(findZone(name))).toEqual(offsets))

it.each(['Customized Time Zone', 'Atlantis Standard Time', '__proto__', 'BST', '(local)', '+24', ''])(
  'does not know the zone %j',
  (name) => expect(findZone(name)).toBeUndefined(),
)
