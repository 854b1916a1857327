<?php
// Prints the faults that sabre/vobject finds in a calendar, as JSON. Needs the Debian package php-sabre-vobject.
require 'Sabre/VObject/autoload.php';

$calendar = Sabre\VObject\Reader::read(file_get_contents($argv[1]));
$messages = [];
foreach ($calendar->validate() as ['level' => $level, 'message' => $message]) {
    $messages[] = "$level: $message";
}
echo json_encode(['entries' => count($calendar->select('VEVENT')), 'messages' => $messages]);
