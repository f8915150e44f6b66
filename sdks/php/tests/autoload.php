<?php

declare(strict_types=1);

/** Loads classes like the `autoload` setting in composer.json. */
spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, 'Textloom\\')) {
        require dirname(__DIR__) . '/src/' . strtr(substr($class, strlen('Textloom\\')), '\\', '/') . '.php';
    }
});
