package io.pfs.testing;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** The classes of one module, for rules about them. */
public final class ModuleClasses {
    private ModuleClasses() {}

    /** All that was compiled into the same folder as this class: of a main class the main classes, without tests. */
    public static JavaClasses beside(Class<?> anchor) {
        return new ClassFileImporter()
                .importUrl(anchor.getProtectionDomain().getCodeSource().getLocation());
    }
}
