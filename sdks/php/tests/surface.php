<?php

/** Prints the parameters of every method of a client, by resource, as JSON. */

declare(strict_types=1);

require __DIR__ . '/autoload.php';

$surface = [];
foreach (new Textloom\Client('key', 'http://127.0.0.1/v1') as $resource => $operations) {
    foreach ((new ReflectionObject($operations))->getMethods() as $method) {
        if (!$method->isConstructor()) {
            $surface[$resource][$method->name] = array_column($method->getParameters(), 'name');
        }
    }
}
echo json_encode($surface);
