package dev.headgate.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may import whom. All modules are on this module's class path; the rules look at what is shipped, not at tests. */
@AnalyzeClasses(packages = "dev.headgate", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String OURS = "dev.headgate..";

    private static DescribedPredicate<JavaClass> oursBut(String... allowed) {
        return JavaClass.Predicates.resideInAPackage(OURS)
                .and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(allowed)))
                .as("reside in a package of ours other than %s", String.join(", ", allowed));
    }

    @ArchTest
    static final ArchRule coreImportsNothingOfOurs =
            noClasses().that().resideInAPackage("dev.headgate").should().dependOnClassesThat(oursBut("dev.headgate"));

    @ArchTest
    static final ArchRule coreNeedsTheJdkAndJspecifyAlone = classes()
            .that()
            .resideInAPackage("dev.headgate")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.headgate", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule kafkaImportsCoreAlone = noClasses()
            .that()
            .resideInAPackage("dev.headgate.kafka..")
            .should()
            .dependOnClassesThat(oursBut("dev.headgate", "dev.headgate.kafka.."));

    @ArchTest
    static final ArchRule theDoctorImportsCoreAlone = noClasses()
            .that()
            .resideInAPackage("dev.headgate.doctor..")
            .should()
            .dependOnClassesThat(oursBut("dev.headgate", "dev.headgate.doctor.."));

    @ArchTest
    static final ArchRule kafkaNeedsLittle = classes()
            .that()
            .resideInAPackage("dev.headgate.kafka..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(OURS, "java..", "org.jspecify..", "org.apache.kafka..", "org.slf4j..");

    @ArchTest
    static final ArchRule theOutboxImportsCoreAlone = noClasses()
            .that()
            .resideInAPackage("dev.headgate.outbox..")
            .should()
            .dependOnClassesThat(oursBut("dev.headgate", "dev.headgate.outbox.."));

    @ArchTest
    static final ArchRule theOutboxNeedsLittle = classes()
            .that()
            .resideInAPackage("dev.headgate.outbox..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(OURS, "java..", "javax.sql..", "org.jspecify..", "org.apache.kafka..", "org.slf4j..");

    @ArchTest
    static final ArchRule testkitImportsCoreAlone = noClasses()
            .that()
            .resideInAPackage("dev.headgate.testkit..")
            .should()
            .dependOnClassesThat(oursBut("dev.headgate", "dev.headgate.testkit.."));

    @ArchTest
    static final ArchRule theMicrometerBinderImportsCoreAndKafka = noClasses()
            .that()
            .resideInAPackage("dev.headgate.micrometer..")
            .should()
            .dependOnClassesThat(oursBut("dev.headgate", "dev.headgate.kafka..", "dev.headgate.micrometer.."))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule theStarterImportsTheLibraryAndTheDoctor = noClasses()
            .that()
            .resideInAPackage("dev.headgate.spring..")
            .should()
            .dependOnClassesThat(oursBut(
                    "dev.headgate",
                    "dev.headgate.kafka..",
                    "dev.headgate.doctor..",
                    "dev.headgate.micrometer..",
                    "dev.headgate.spring.."));

    @ArchTest
    static final ArchRule systemsDoNotImportTools = noClasses()
            .that()
            .resideInAPackage("dev.headgate.systems..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.headgate.cli..", "dev.headgate.bench..", "dev.headgate.lab..", "dev.headgate.testkit..");

    @ArchTest
    static final ArchRule nothingImportsCliLabOrBench = noClasses()
            .that()
            .resideOutsideOfPackages("dev.headgate.cli..", "dev.headgate.lab..", "dev.headgate.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.headgate.cli..", "dev.headgate.lab..", "dev.headgate.bench..");

    @ArchTest
    static final ArchRule onlyCliAndLabImportSystems = noClasses()
            .that()
            .resideOutsideOfPackages("dev.headgate.cli..", "dev.headgate.lab..", "dev.headgate.systems..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.headgate.systems..");

    @ArchTest
    static final ArchRule systemsDoNotImportEachOther =
            slices().matching("dev.headgate.systems.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.headgate.(**)").should().beFreeOfCycles();
}
